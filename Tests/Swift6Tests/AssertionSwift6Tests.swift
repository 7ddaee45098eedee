import Millrace
import MillraceTest
import Testing
// Its functions of the same names must not be the ones that are called.
import XCTest

/// The assertions of the test kit from Swift Testing.
struct AssertionSwift6Tests {
    private let scheduler = TestScheduler(initialClock: 0)

    @Test func listsThatDifferFailTheRunningTest() {
        let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
        let events = scheduler.start { source }.events
        XCTAssertEqual(events, [.next(210, 1), .completed(220)])
        XCTAssertRecordedElements([.next(1, "a")], ["a"])
        func fails(_ part: String, line: Int, _ assertion: () -> Void) {
            withKnownIssue {
                assertion()
            } matching: { issue in
                issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains(part) }
            }
        }
        fails("* next(1) @ 210 | next(2) @ 210", line: #line + 1) {
            XCTAssertEqual(events, [.next(210, 2), .completed(220)])
        }
        fails("* next(1) | completed", line: #line + 1) {
            XCTAssertEqual([Event.next(1)], [Event<Int>.completed])
        }
        fails("* success(1) | success(2)", line: #line + 1) {
            XCTAssertEqual([SingleEvent<Int>.success(1)], [SingleEvent<Int>.success(2)])
        }
        fails("* completed | success(2)", line: #line + 1) {
            XCTAssertEqual([MaybeEvent<Int>.completed], [MaybeEvent<Int>.success(2)])
        }
        fails("* completed | error(marble error)", line: #line + 1) {
            XCTAssertEqual([CompletableEvent.completed], [CompletableEvent.error(MarbleError())])
        }
        fails("the stream has ended: completed @ 220", line: #line + 1) {
            XCTAssertRecordedElements(events, [1])
        }
        fails("* a | b", line: #line + 1) {
            XCTAssertRecordedElements([.next(1, "a")], ["b"])
        }
    }
}
