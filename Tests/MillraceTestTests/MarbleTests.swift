import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MarbleTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)

    func testADiagramIsEventsATickACharacter() {
        XCTAssertEqual(
            scheduler.cold("-a--(bc)d |").recordedEvents,
            [.next(1, "a"), .next(4, "b"), .next(4, "c"), .next(5, "d"), .completed(6)]
        )
        XCTAssertEqual(
            scheduler.cold("x-#", ["x": 7], error: TestError("bad")).recordedEvents,
            [.next(0, 7), .error(2, TestError("bad"))]
        )
        XCTAssertEqual(scheduler.cold("").recordedEvents, [])
    }

    func testAHotDiagramBeginsNow() {
        scheduler.advanceTo(100)
        XCTAssertEqual(scheduler.hot("-a|").recordedEvents, [.next(101, "a"), .completed(102)])
        XCTAssertEqual(scheduler.hot("-a", ["a": 1]).recordedEvents, [.next(101, 1)])
        XCTAssertEqual(scheduler.hot("#").recordedEvents, [.error(100, MarbleError())])
    }

    func testOperatorsAsPictures() {
        scheduler.expect(scheduler.cold("a-b-|").map { $0 }, emits: "a-b-|")
        scheduler.expect(
            scheduler.cold("a-b-|").delay(.seconds(2), scheduler: scheduler),
            emits: "     --a-b-|"
        )
        scheduler.expect(
            scheduler.cold("ab--c--de-|").debounce(.seconds(2), scheduler: scheduler),
            emits: "        ---b--c---(e|)"
        )
        scheduler.expect(
            scheduler.cold("abc---#").throttle(.seconds(2), scheduler: scheduler),
            emits: "        a-c---#"
        )
        scheduler.expect(
            scheduler.cold("1-2|", ["1": 1, "2": 2]).scan(0) { $0 + $1 },
            emits: "        a-b|",
            ["a": 1, "b": 3]
        )
    }

    func testAComparisonShowsBothDiagrams() {
        let comparison = scheduler.compare(scheduler.cold("a-(bc)-#"), with: "a--b|")
        XCTAssertFalse(comparison.isEqual)
        XCTAssertEqual("\(comparison)", "expected: a--b|\nactual:   a-(bc)-#")
        let numbers = scheduler.compare(scheduler.cold("-a-|", ["a": 12]), with: "-b-|", ["b": 7])
        XCTAssertEqual("\(numbers)", "expected: -b-|\nactual:   -<12>-|")
        XCTAssertTrue(scheduler.compare(scheduler.cold("-a|"), with: "-a|").isEqual)
    }

    func testErrorsAreCompared() {
        let source = scheduler.cold("-#", error: TestError("one"))
        XCTAssertFalse(scheduler.compare(source, with: "-#", error: TestError("other")).isEqual)
        XCTAssertTrue(scheduler.compare(source, with: "-#", error: TestError("one")).isEqual)
    }
}
