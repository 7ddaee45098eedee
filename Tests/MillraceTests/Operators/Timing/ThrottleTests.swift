import Millrace
import MillraceTest
import TestSupport
import XCTest

final class ThrottleTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    private func throttle(
        _ interval: RxTimeInterval,
        latest: Bool = true,
        _ events: [Recorded<Event<Int>>]
    ) -> (events: [Recorded<Event<Int>>], subscriptions: [Subscription]) {
        let source = scheduler.createHotObservable(events)
        let result = scheduler.start { source.throttle(interval, latest: latest, scheduler: self.scheduler) }
        return (result.events, source.subscriptions)
    }

    private let elements: [Recorded<Event<Int>>] = [
        .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6), .next(450, 7),
    ]

    func testTheLatestIsEmittedWhenTheTimeIsOver() {
        let result = throttle(.seconds(200), elements + [.completed(500)])
        XCTAssertEqual(result.events, [.next(210, 2), .next(410, 6), .next(610, 7), .completed(610)])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 610)])
    }

    func testWithoutLatestWhatComesTooSoonIsDropped() {
        let result = throttle(.seconds(200), latest: false, elements + [.completed(500)])
        XCTAssertEqual(result.events, [.next(210, 2), .next(410, 6), .completed(500)])
    }

    func testTheTimerEmitsTheLatest() {
        let result = throttle(
            .seconds(30),
            [.next(210, 1), .next(215, 2), .next(220, 3), .next(300, 4), .completed(310)]
        )
        XCTAssertEqual(result.events, [.next(210, 1), .next(240, 3), .next(300, 4), .completed(310)])
    }

    func testAnEmissionByTheTimerBeginsTheTimeAnew() {
        let result = throttle(.seconds(30), [.next(210, 1), .next(220, 2), .next(250, 3)])
        XCTAssertEqual(result.events, [.next(210, 1), .next(240, 2), .next(270, 3)])
    }

    func testAnErrorPassesAtOnceAndDropsWhatWaits() {
        let result = throttle(.seconds(200), [.next(210, 2), .next(250, 3), .error(410, TestError())])
        XCTAssertEqual(result.events, [.next(210, 2), .error(410, TestError())])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 410)])
    }

    func testASourceWithoutElements() {
        XCTAssertEqual(throttle(.seconds(200), [.completed(500)]).events, [.completed(500)])
    }

    func testFractionsOfASecondDoNotAddUpToATick() {
        // 0.1 is no binary fraction, so the dates in between are inexact.
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let source = scheduler.createHotObservable((0..<20).map { .next(203 + 3 * $0, $0) })
        let result = scheduler.start { source.throttle(.milliseconds(300), scheduler: scheduler) }
        XCTAssertEqual(result.events, (0..<20).map { .next(203 + 3 * $0, $0) })
    }

    func testDisposalStopsTheTimer() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
        let result = scheduler.start(disposed: 230) {
            source.throttle(.seconds(50), scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(210, 1)])
        XCTAssertEqual(scheduler.clock, 230)
    }
}
