import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TestSchedulerTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    func testHotSourceEmitsAtItsTimes() {
        let source = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .next(220, 3), .completed(230)])
        let result = scheduler.start { source.map { $0 * 10 } }
        XCTAssertEqual(result.events, [.next(210, 20), .next(220, 30), .completed(230)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 230)])
        XCTAssertEqual(source.recordedEvents.count, 4)
    }

    func testColdSourceEmitsFromEachSubscription() {
        let source = scheduler.createColdObservable([.next(10, 1), .error(30, TestError("bad"))])
        let early = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(50) { _ = source.subscribe(early) }
        let result = scheduler.start { source }
        XCTAssertEqual(early.events, [.next(60, 1), .error(80, TestError("bad"))])
        XCTAssertEqual(result.events, [.next(210, 1), .error(230, TestError("bad"))])
        XCTAssertEqual(source.subscriptions, [Subscription(50), Subscription(200, 230)])
    }

    func testTheSubscriptionIsDisposedAtAThousandOrWhenItIsTold() {
        let source = scheduler.createHotObservable([.next(999, 1), .next(1000, 2), .next(1001, 3)])
        let result = scheduler.start { source }
        // The source scheduled its events first.
        XCTAssertEqual(result.events, [.next(999, 1), .next(1000, 2)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 1000)])

        let other = TestScheduler(initialClock: 0)
        let short = other.createHotObservable([.next(250, 1), .next(400, 2)])
        XCTAssertEqual(other.start(disposed: 300) { short }.events, [.next(250, 1)])
        XCTAssertEqual(short.subscriptions, [Subscription(200, 300)])
    }

    func testStartCallsEverythingAtItsTime() {
        var created = 0
        let result = scheduler.start(created: 10, subscribed: 20, disposed: 45) { () -> Observable<Int> in
            created = self.scheduler.clock
            return .interval(.seconds(10), scheduler: self.scheduler)
        }
        XCTAssertEqual(created, 10)
        XCTAssertEqual(result.events, [.next(30, 0), .next(40, 1)])
    }

    func testWorkForNowTakesATickUnlessItIsToTakeNone() {
        XCTAssertEqual(clockOfWorkForNow(scheduler), 1)
        XCTAssertEqual(clockOfWorkForNow(TestScheduler(initialClock: 7, simulateProcessingDelay: false)), 7)
    }

    private func clockOfWorkForNow(_ scheduler: TestScheduler) -> Int? {
        var clock: Int?
        _ = scheduler.schedule(()) { _ in
            clock = scheduler.clock
            return Disposables.create()
        }
        scheduler.start()
        return clock
    }

    func testAResolutionScalesRealSpans() {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let result = scheduler.start { Observable<Int>.timer(.milliseconds(1_500), scheduler: scheduler) }
        XCTAssertEqual(result.events, [.next(215, 0), .completed(215)])
    }

    func testNegativeTimesRoundAsOthersDo() {
        let scheduler = TestScheduler(initialClock: -20, simulateProcessingDelay: false)
        var clocks: [Int] = []
        for span in [0, 5, 10] {
            _ = scheduler.scheduleRelative((), dueTime: .seconds(span)) { _ in
                clocks.append(scheduler.clock)
                return Disposables.create()
            }
        }
        scheduler.start()
        XCTAssertEqual(clocks, [-20, -15, -10])
    }

    func testAnObserverDisposedByAnotherIsNotCalled() {
        let source = scheduler.createHotObservable([.next(210, 1)])
        let observer = scheduler.createObserver(Int.self)
        var second: Disposable?
        _ = source.subscribe(onNext: { _ in second?.dispose() })
        second = source.subscribe(observer)
        scheduler.start()
        XCTAssertEqual(observer.events, [])
        XCTAssertEqual(source.subscriptions, [Subscription(0), Subscription(0, 210)])
    }

    func testEventsAfterTheEndReachLaterSubscribers() {
        let source = scheduler.createHotObservable([.completed(100), .next(210, 1)])
        let result = scheduler.start { source }
        XCTAssertEqual(result.events, [.next(210, 1)])
    }
}
