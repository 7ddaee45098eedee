import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Durations in diagrams.
final class MarbleDurationTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)

    private func times(_ diagram: String, resolution: Double = 1) -> [String] {
        TestScheduler(initialClock: 0, resolution: resolution).cold(diagram).recordedEvents
            .map { "\($0.value.element ?? "end")\($0.time)" }
    }

    func testADurationIsSoManyDashes() {
        XCTAssertEqual(times("a 9t b"), times("a---------b"))
        XCTAssertEqual(times("a 9t b"), ["a0", "b10"])
        XCTAssertEqual(times("a 9s b|"), ["a0", "b10", "end11"])
        XCTAssertEqual(times("a 10s b 3000ms c 2m |"), ["a0", "b11", "c15", "end136"])
        XCTAssertEqual(times("5t a"), ["a5"])
        XCTAssertEqual(times("  5t   - 2t a 0s b 7s"), ["a8", "b9"])
        XCTAssertEqual(times("1t 2t 3t a"), ["a6"])
    }

    func testAResolutionSaysHowManyTicksItIs() {
        XCTAssertEqual(times("a 250ms b", resolution: 0.001), ["a0", "b251"])
        XCTAssertEqual(times("a 0.3s b", resolution: 0.1), ["a0", "b4"])
        XCTAssertEqual(times("a 1.50m b", resolution: 0.5), ["a0", "b181"])
        XCTAssertEqual(times("a 1s b 90m c", resolution: 1e-9), ["a0", "b1000000001", "c5401000000002"])
        XCTAssertEqual(times("a 0.1m b 1.000s c", resolution: 2.5e-7), ["a0", "b24000001", "c28000002"])
        // Not a multiple of a tick in binary.
        XCTAssertEqual(times("a 0.7s b 4.35s c", resolution: 0.01), ["a0", "b71", "c507"])
        XCTAssertEqual(times("a 0.000000000000000003s b", resolution: 1e-18), ["a0", "b4"])
        XCTAssertEqual(times("a 9000000000000000000t b"), ["a0", "b9000000000000000001"])
    }

    func testOnlyANumberWithAUnitBetweenSpacesIsADuration() {
        XCTAssertEqual(times("a10s"), ["a0", "11", "02", "s3"])
        XCTAssertEqual(times("a 10s-"), ["a0", "11", "02", "s3"])
        XCTAssertEqual(times("-1m-2t-"), ["11", "m2", "24", "t5"])
        XCTAssertEqual(times("10"), ["10", "01"])
        XCTAssertEqual(times("1 0 s"), ["10", "01", "s2"])
        XCTAssertEqual(times("5h"), ["50", "h1"])
        XCTAssertEqual(times(".5s"), [".0", "51", "s2"])
        XCTAssertEqual(times("1.2.3s"), ["10", ".1", "22", ".3", "34", "s5"])
        XCTAssertEqual(times("s"), ["s0"])
        XCTAssertEqual(times("٣s"), ["٣0", "s1"])
    }

    func testDurationsInAllDiagrams() {
        scheduler.advanceTo(1_000)
        let source = scheduler.hot("a 59s b 59s c")
        scheduler.expect(source, during: "30s ^ 1.5m !", emits: "1m b 59s c")
        scheduler.expectSubscriptions(of: source, "30s ^ 90t !", from: 1_000)
        let delayed = scheduler.cold("a|").delay(.seconds(3_600), scheduler: scheduler)
        XCTAssertTrue(scheduler.compare(delayed, with: "60m a|").isEqual)
    }

    func testLongPausesArePrintedAsDurations() {
        XCTAssertEqual(
            "\(scheduler.compare(scheduler.cold("a 50t c 49t b"), with: "a 100t b"))",
            """
            expected: a 50t - 49t b
            actual:   a 50t c 49t b
                            ↑ at 51
            """
        )
        let (thirty, more) = (String(repeating: "-", count: 30), String(repeating: "-", count: 29))
        let comparison = scheduler.compare(scheduler.cold("2m b 30s c 1m |"), with: "2m b 60s - |")
        XCTAssertEqual(comparison.expected, "120t b\(thirty)-\(thirty)|")
        XCTAssertEqual(comparison.actual, "120t b\(thirty)c\(thirty)-\(more)|")
    }

    func testAPauseIsADurationFromFortyOneTicksOn() {
        let forty = String(repeating: "-", count: 40)
        XCTAssertEqual(scheduler.compare(scheduler.cold("a 40t b 41t c"), with: "").actual, "a\(forty)b 41t c")
    }

    func testWhatIsPrintedReadsAsADiagram() {
        let source = scheduler.cold("2m (ab) 30s c 1m |")
        let printed = scheduler.compare(source, with: "- 5m x")
        XCTAssertFalse(printed.isEqual)
        XCTAssertTrue(scheduler.compare(source, with: printed.actual).isEqual)
        XCTAssertFalse(scheduler.compare(source, with: printed.expected).isEqual)
    }

    func testDiagramsThatArePrintedReadAsWhatTheyStandFor() {
        var random = TestRandom(seed: 5)
        for _ in 0..<300 {
            func events() -> [Recorded<Event<String>>] {
                var time = 0
                return (0..<random.below(8)).map { _ in
                    time += random.below(3) == 0 ? random.below(100) : random.below(3)
                    return .next(time, random.below(2) == 0 ? "a" : "b")
                }
            }
            func comparison(_ events: [Recorded<Event<String>>], with diagram: String) -> MarbleComparison {
                let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
                return scheduler.compare(scheduler.createColdObservable(events), with: diagram)
            }
            let (first, second) = (events(), events())
            let printed = comparison(first, with: comparison(second, with: "").actual)
            XCTAssertEqual(scheduler.cold(printed.expected).recordedEvents, second)
            XCTAssertEqual(scheduler.cold(printed.actual).recordedEvents, first)
            XCTAssertEqual(printed.isEqual, first == second)
        }
    }
}
