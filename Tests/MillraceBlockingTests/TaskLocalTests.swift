import Millrace
import MillraceBlocking
import TestSupport
import XCTest

/// The row `toBlocking()` of the page on task-locals.
final class TaskLocalTests: XCTestCase {
    @TaskLocal private static var id = "none"

    func testTheSourceIsSubscribedToWithThoseOfTheCaller() throws {
        let source = Observable.deferred { Observable.of(Self.id, "end") }
        let found = try Self.$id.withValue("caller") { try source.toBlocking(timeout: 60).toArray() }
        XCTAssertEqual(found, ["caller", "end"])
    }

    func testElementsAreCollectedWhereTheyCome() throws {
        let source = Observable<Int>.create { observer in
            let thread = TestThread {
                TaskLocalTests.$id.withValue("emitter") {
                    observer.onNext(1)
                    observer.onCompleted()
                }
            }
            return Disposables.create { withExtendedLifetime(thread) {} }
        }
        let found = try Self.$id.withValue("caller") {
            try source.map { "\($0) \(Self.id)" }.toBlocking(timeout: 60).toArray()
        }
        XCTAssertEqual(found, ["1 emitter"])
    }
}
