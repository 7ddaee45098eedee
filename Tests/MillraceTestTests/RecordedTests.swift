import Millrace
import MillraceTest
import TestSupport
import XCTest

final class RecordedTests: XCTestCase {
    func testEventsAreComparedWithTheirTimes() {
        let one: [Recorded<Event<Int>>] = [.next(1, 5), .error(2, TestError("a")), .completed(3)]
        XCTAssertEqual(one, Recorded.events(.next(1, 5), .error(2, TestError("a")), .completed(3)))
        XCTAssertEqual(one, Recorded.events(one))
        let others: [[Recorded<Event<Int>>]] = [
            [.next(1, 6), .error(2, TestError("a")), .completed(3)],
            [.next(0, 5), .error(2, TestError("a")), .completed(3)],
            [.next(1, 5), .error(2, TestError("b")), .completed(3)],
            [.next(1, 5), .completed(2), .completed(3)],
            [.next(1, 5), .error(2, TestError("a"))],
        ]
        for other in others { XCTAssertFalse(one == other, "\(other)") }
    }

    func testDescriptions() {
        let event: Recorded<Event<Int>> = .next(210, 1)
        XCTAssertEqual("\(event)", "next(1) @ 210")
        XCTAssertEqual("\(Recorded<Event<Int>>.completed(3, Int.self))", "completed @ 3")
        XCTAssertEqual("\(Subscription(200))", "(200 : Infinity)")
        XCTAssertEqual("\(Subscription(200, 300))", "(200 : 300)")
        XCTAssertEqual(Set([Subscription(1), Subscription(1), Subscription(1, 2)]).count, 2)
    }

    // XCTExpectFailure is Apple's alone, so what an assertion would say is looked at where it is made.
    func testAssertionsPassWhatIsEqual() {
        XCTAssertEqual([Event.next(1), .completed], [.next(1), .completed])
        XCTAssertRecordedElements([.next(1, "a"), .next(9, "b")], ["a", "b"])
        XCTAssertTrue(Event<Int>.completed == Event<Int>.completed)
        XCTAssertFalse(Event<Int>.completed == .error(TestError("a")))
    }

    func testEventsOfMaybes() {
        XCTAssertTrue(MaybeEvent.success(1) == .success(1))
        XCTAssertTrue(MaybeEvent<Int>.error(TestError("a")) == .error(TestError("a")))
        XCTAssertTrue(MaybeEvent<Int>.completed == .completed)
        XCTAssertFalse(MaybeEvent.success(1) == .success(2))
        XCTAssertFalse(MaybeEvent<Int>.error(TestError("a")) == .error(TestError("b")))
        XCTAssertFalse(MaybeEvent.success(1) == .completed)
        XCTAssertEqual([MaybeEvent.success(1), .completed], [.success(1), .completed])
    }

    func testEventsOfCompletables() {
        XCTAssertTrue(CompletableEvent.completed == .completed)
        XCTAssertTrue(CompletableEvent.error(TestError("a")) == .error(TestError("a")))
        XCTAssertFalse(CompletableEvent.error(TestError("a")) == .error(TestError("b")))
        XCTAssertFalse(CompletableEvent.error(TestError("a")) == .completed)
        XCTAssertEqual([CompletableEvent.completed, .error(TestError("a"))], [.completed, .error(TestError("a"))])
    }

    func testEventsOfSingles() {
        let one: [SingleEvent<Int>] = [.success(1), .failure(TestError("a"))]
        XCTAssertEqual(one, [.success(1), .failure(TestError("a"))])
    }
}
