import Millrace
import MillraceTest
import TestSupport
import XCTest

/// What happens to work, events and clocks whose time is negative or has passed.
final class PastTimeTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 50)

    func testActionsOfThePastRunAtOnceInTheOrderOfTheirTimes() {
        var clocks: [String] = []
        for time in [51, 20, -5, 20, Int.min] {
            scheduler.scheduleAt(time) { [scheduler] in clocks.append("\(time)@\(scheduler.clock)") }
        }
        scheduler.start()
        XCTAssertEqual(clocks, ["\(Int.min)@50", "-5@50", "20@50", "20@50", "51@51"])
    }

    func testAHotSourceEmitsAtOnceWhatOughtToHaveComeBefore() {
        let source = scheduler.createHotObservable([.next(60, 3), .next(-10, 1), .next(40, 2)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.subscribe(observer)
        scheduler.start()
        XCTAssertEqual(observer.events, [.next(50, 1), .next(50, 2), .next(60, 3)])
    }

    func testAColdSourceEmitsNegativeTimesAfterItsSubscription() {
        let source = scheduler.createColdObservable([.next(-10, 1), .next(0, 2), .next(5, 3)])
        let observer = scheduler.createObserver(Int.self)
        _ = source.subscribe(observer)
        XCTAssertEqual(observer.events, [])
        scheduler.start()
        XCTAssertEqual(observer.events, [.next(50, 1), .next(50, 2), .next(55, 3)])
    }

    func testAColdSourceInsideARunKeepsTheClock() {
        let source = scheduler.createColdObservable([.next(-10, 1), .completed(10)])
        let result = scheduler.start { source }
        XCTAssertEqual(result.events, [.next(200, 1), .completed(210)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 210)])
    }

    func testAdvancingToThePastSetsTheClockBackAndRunsWhatIsOverdueByThen() {
        var clocks: [String] = []
        for time in [-5, 20, 60] {
            scheduler.scheduleAt(time) { [scheduler] in clocks.append("\(time)@\(scheduler.clock)") }
        }
        scheduler.advanceTo(10)
        XCTAssertEqual(clocks, ["-5@50"])
        XCTAssertEqual(scheduler.clock, 10)
        XCTAssertEqual(scheduler.testClock.now.offset, .seconds(10))
        scheduler.advanceTo(-3)
        XCTAssertEqual(scheduler.clock, -3)
        scheduler.start()
        XCTAssertEqual(clocks, ["-5@50", "20@20", "60@60"])
    }

    func testSpansThatAreNegativeAreOver() {
        var clocks: [Int] = []
        func note() -> Disposable {
            clocks.append(scheduler.clock)
            return Disposables.create()
        }
        _ = scheduler.scheduleRelative((), dueTime: .seconds(-7)) { _ in note() }
        _ = scheduler.scheduleRelativeVirtual((), dueTime: -7) { _ in note() }
        scheduler.start()
        // Spans in real time are adjusted: what is due now is due a tick later.
        XCTAssertEqual(clocks, [50, 51])
    }

    func testARunWhoseTimesHavePassedHappensAtOnce() {
        let source = scheduler.createHotObservable([.next(15, 1), .next(60, 2)])
        let result = scheduler.start(created: -10, subscribed: 0, disposed: 20) { source }
        XCTAssertEqual(result.events, [.next(50, 1)])
        XCTAssertEqual(source.subscriptions, [Subscription(50, 50)])
    }

    func testARunMayHappenInOneTick() {
        let source = scheduler.createHotObservable([.next(60, 1)])
        let result = scheduler.start(created: 60, subscribed: 60, disposed: 60) { source }
        XCTAssertEqual(result.events, [])
        XCTAssertEqual(source.subscriptions, [Subscription(60, 60)])
    }

    func testSleepingForNoTimeIsNoMistake() {
        scheduler.sleep(0)
        XCTAssertEqual(scheduler.clock, 50)
        scheduler.sleep(5)
        XCTAssertEqual(scheduler.clock, 55)
    }
}
