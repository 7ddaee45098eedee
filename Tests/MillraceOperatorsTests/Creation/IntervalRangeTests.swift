import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class IntervalRangeTests: XCTestCase {
    private let digits: [Character: Int] = ["5": 5, "6": 6, "7": 7]

    private func check(during: String = "^", result: String, count: Int, line: UInt = #line) {
        let scheduler = TestScheduler(initialClock: 0)
        let source = Observable<Int>.intervalRange(
            start: 5,
            count: count,
            initialDelay: .seconds(3),
            period: .seconds(2),
            scheduler: scheduler
        )
        scheduler.expect(source, during: during, emits: result, digits, line: line)
    }

    func testItEndsWithTheLast() {
        check(result: "---5-6-(7|)", count: 3)
        check(result: "---(5|)", count: 1)
    }

    func testNoneAtAll() {
        check(result: "---|", count: 0)
    }

    func testDisposal() {
        check(during: "^----!", result: "---5", count: 3)
    }

    func testTheWholeRangeOfASmallInteger() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int8>()
        _ = Observable<Int8>.intervalRange(
            start: .min,
            count: 256,
            initialDelay: .seconds(0),
            period: .seconds(1),
            scheduler: scheduler
        )
        .subscribe(recorder)
        scheduler.advanceTo(1_000)
        XCTAssertEqual(recorder.elements, Array(Int8.min...Int8.max))
        XCTAssertEqual(recorder.marks.last, "|")
    }

    func testAnIntegerThatIsLeftOutEndsItAsWell() {
        // The consumer takes one element at a time, and only after the range's end.
        let (timing, consuming) = (TestScheduler(initialClock: 0), TestScheduler(initialClock: 0))
        let recorder = Recorder<Int>()
        _ = Observable<Int>.intervalRange(
            start: 5,
            count: 4,
            initialDelay: .seconds(1),
            period: .seconds(1),
            scheduler: timing
        )
        .observe(on: consuming, capacity: 1, overflow: .suspend)
        .subscribe(recorder)
        timing.advanceTo(20)
        consuming.start()
        timing.advanceTo(40)
        consuming.start()
        XCTAssertEqual(recorder.elements, [5])
        XCTAssertEqual(recorder.marks.last, "|")
    }
}
