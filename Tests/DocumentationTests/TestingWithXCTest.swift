import Millrace
import MillraceTest
import XCTest

// The code of TestingWithMillrace.md that is written for XCTest.

final class HighScoreTests: XCTestCase {
    func testOnlyNewHighsArePassedOn() {
        let scheduler = TestScheduler(initialClock: 0)
        let scores = scheduler.createHotObservable([
            .next(150, 9), .next(210, 3), .next(220, 1), .next(230, 5), .completed(300),
        ])

        let result = scheduler.start {
            scores.scan(0) { max($0, $1) }.distinctUntilChanged()
        }

        XCTAssertEqual(result.events, [.next(210, 3), .next(230, 5), .completed(300)])
        XCTAssertEqual(scores.subscriptions, [Subscription(200, 300)])
    }
}

final class TestingPageTests: XCTestCase {
    func testHotAndCold() {
        let scheduler = TestScheduler(initialClock: 0)
        let hot = scheduler.createHotObservable([.next(10, "a"), .next(30, "b")])
        let cold = scheduler.createColdObservable([.next(10, "a"), .next(30, "b")])

        let (heardHot, heardCold) = (scheduler.createObserver(String.self), scheduler.createObserver(String.self))
        scheduler.scheduleAt(20) {
            _ = hot.subscribe(heardHot)
            _ = cold.subscribe(heardCold)
        }
        scheduler.start()

        XCTAssertEqual(heardHot.events, [.next(30, "b")])
        XCTAssertEqual(heardCold.events, [.next(30, "a"), .next(50, "b")])
    }

    func testSteps() {
        let scheduler = TestScheduler(initialClock: 0)
        let ticks = scheduler.createObserver(Int.self)
        let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler).subscribe(ticks)

        scheduler.advanceTo(25)
        XCTAssertRecordedElements(ticks.events, [0, 1])

        subscription.dispose()
        scheduler.advanceTo(100)
        XCTAssertEqual(ticks.events, [.next(10, 0), .next(20, 1)])
    }

    func testMarbles() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        scheduler.expect(
            scheduler.cold("ab--c--de-|").debounce(.seconds(2), scheduler: scheduler),
            emits: "        ---b--c---(e|)"
        )
        scheduler.expect(
            scheduler.cold("1-2|", ["1": 1, "2": 2]).scan(0) { $0 + $1 },
            emits: "        a-b|",
            ["a": 1, "b": 3]
        )
        scheduler.expect(scheduler.cold("-a-#").catchAndReturn("z"), emits: "-a-(z|)")
    }

    func testDurations() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        scheduler.expect(
            scheduler.cold("a 10s b 2m |").delay(.seconds(90), scheduler: scheduler),
            emits: "1.5m  a 10s b 2m |"
        )
        scheduler.expect(scheduler.cold("a 9t b"), emits: "a---------b")

        let fine = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
        fine.expect(
            fine.cold("a 250ms b 5s |").debounce(.seconds(1), scheduler: fine),
            emits: "250ms - 1s b 4s |"
        )
    }

    func testSubscriptionDiagrams() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let source = scheduler.cold("-a-#")
        scheduler.expect(source.retry(2), emits: "-a--a-#")
        scheduler.expectSubscriptions(
            of: source,
            "^--!",
            "---^--!"
        )
    }

    func testAPeriod() {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
        let clicks = scheduler.hot("-a-b 1m c-d")
        scheduler.expect(
            clicks,
            during: "--^- 1m -!",
            emits: " ---b 1m c"
        )
        scheduler.expectSubscriptions(of: clicks, "--^- 1m -!")
    }

    func testAContract() {
        OperatorContract("highs", sends: [3, 1, 5]) { source in source.highs() }.check()
    }

    func testAContractWithAToken() {
        OperatorContract("capped", sends: [3, 1, 5]) { source, token in source.capped { token.keep(4) } }.check()
    }

    func testAContractOnTime() {
        OperatorContract(
            "paused",
            sends: ["a", "b"],
            advancing: 2,
            excusing: [
                .emitInsideNext: "what comes too soon after another is dropped",
                .endDuringSubscription: "nothing comes while the clock stands still",
            ]
        ) { source, scheduler in
            source.paused(on: scheduler)
        }.check()
    }
}

extension ObservableType where Element == Int {
    func highs() -> Observable<Int> {
        scan(0) { Swift.max($0, $1) }.distinctUntilChanged()
    }

    func capped(at limit: @escaping @Sendable () -> Int) -> Observable<Int> {
        map { Swift.min($0, limit()) }
    }
}

extension ObservableType {
    func paused(on scheduler: any SchedulerType) -> Observable<Element> {
        debounce(.seconds(2), scheduler: scheduler)
    }
}
