import Millrace
import XCTest

/// Fails unless `hasObservers`, which asks the subject, tells whether anybody is subscribed.
func checkHasObservers<Subject: SubjectType>(
    of subject: Subject,
    _ hasObservers: () -> Bool,
    file: StaticString = #filePath,
    line: UInt = #line
) {
    XCTAssertFalse(hasObservers(), file: file, line: line)
    let first = subject.subscribe()
    let second = subject.map { $0 }.subscribe()
    XCTAssertTrue(hasObservers(), file: file, line: line)
    first.dispose()
    XCTAssertTrue(hasObservers(), file: file, line: line)
    second.dispose()
    XCTAssertFalse(hasObservers(), file: file, line: line)
    let third = subject.subscribe()
    XCTAssertTrue(hasObservers(), file: file, line: line)
    subject.asObserver().onCompleted()
    XCTAssertFalse(hasObservers(), file: file, line: line)
    third.dispose()
}
