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
        XCTAssertEqual(
            "\(scheduler.compare(scheduler.cold("a-(bc)-#"), with: "a--b|"))",
            """
            expected: a--   b|
            actual:   a-(bc)-#
                        ↑ at 2
            """
        )
        let numbers = scheduler.compare(scheduler.cold("-a-|", ["a": 12]), with: "-b-|", ["b": 7])
        XCTAssertFalse(numbers.isEqual)
        XCTAssertEqual(
            "\(numbers)",
            """
            expected: -b   -|
            actual:   -<12>-|
                       ↑ at 5: next(7) expected, next(12) came
            """
        )
        let equal = scheduler.compare(scheduler.cold("-a|"), with: "-a|")
        XCTAssertTrue(equal.isEqual)
        XCTAssertEqual("\(equal)", "expected: -a|\nactual:   -a|")
    }

    func testTheFirstDifferenceInAGroupIsPointedAt() {
        XCTAssertEqual(
            "\(scheduler.compare(scheduler.cold("-(abc)d"), with: "-(abd)"))",
            """
            expected: -(abd)
            actual:   -(abc)d
                          ↑ at 1: next(d) expected, next(c) came
            """
        )
        XCTAssertEqual(
            "\(scheduler.compare(scheduler.cold(""), with: "-a"))",
            "expected: -a\nactual:   \n           ↑ at 3"
        )
    }

    func testOfTwoNamesOfAnElementTheFirstIsShown() {
        let elements: [Character: Int] = ["d": 1, "b": 1, "c": 1, "a": 2]
        XCTAssertEqual(scheduler.compare(scheduler.cold("cd", elements), with: "-", elements).actual, "bb")
    }

    func testAnElementIsNotPrintedAsAnotherMark() {
        let source = Observable.of("a", "-", "|", " ", "")
        XCTAssertEqual(scheduler.compare(source, with: "").actual, "(a<-><|>< ><>|)")
    }

    func testErrorsAreCompared() {
        let source = scheduler.cold("-#", error: TestError("one"))
        XCTAssertEqual(
            "\(scheduler.compare(source, with: "-#", error: TestError("other")))",
            """
            expected: -#
            actual:   -#
                       ↑ at 1: error(\(TestError("other"))) expected, error(\(TestError("one"))) came
            """
        )
        XCTAssertTrue(scheduler.compare(source, with: "-#", error: TestError("one")).isEqual)
    }

    func testOnlyAHotDiagramGoesOnAfterAnEnd() {
        let source = scheduler.hot("-a|-b#c")
        XCTAssertEqual(source.recordedEvents.count, 5)
        scheduler.expect(source, during: "---^", emits: "----b#")
        XCTAssertEqual(scheduler.cold("a|--- 5t ").recordedEvents, [.next(0, "a"), .completed(1)])
    }
}
