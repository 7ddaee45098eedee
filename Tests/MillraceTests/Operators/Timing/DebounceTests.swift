import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DebounceTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    private func debounce(
        _ seconds: Int,
        _ events: [Recorded<Event<Int>>]
    ) -> (events: [Recorded<Event<Int>>], subscriptions: [Subscription]) {
        let source = scheduler.createHotObservable(events)
        let result = scheduler.start { source.debounce(.seconds(seconds), scheduler: self.scheduler) }
        return (result.events, source.subscriptions)
    }

    func testElementsThatNothingFollowsPass() {
        let result = debounce(
            20,
            [.next(150, 1), .next(210, 2), .next(240, 3), .next(270, 4), .next(300, 5), .completed(400)]
        )
        XCTAssertEqual(
            result.events,
            [.next(230, 2), .next(260, 3), .next(290, 4), .next(320, 5), .completed(400)]
        )
        XCTAssertEqual(result.subscriptions, [Subscription(200, 400)])
    }

    func testTheLastOneComesWithTheCompletion() {
        let result = debounce(40, [.next(210, 2), .next(240, 3), .next(270, 4), .next(300, 5), .completed(330)])
        XCTAssertEqual(result.events, [.next(330, 5), .completed(330)])
    }

    func testTheLatestOfARunPasses() {
        let result = debounce(40, [.next(210, 2), .next(240, 3), .next(300, 4), .next(310, 5)])
        XCTAssertEqual(result.events, [.next(280, 3), .next(350, 5)])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 1000)])
    }

    func testAnElementAtTheDueTimeComesBeforeATimerThatWasStartedLater() {
        // The source's events were scheduled before the timer.
        let result = debounce(20, [.next(210, 2), .next(230, 3), .completed(400)])
        XCTAssertEqual(result.events, [.next(250, 3), .completed(400)])
    }

    func testATimerThatWasStartedBeforeComesFirst() {
        let source = PublishSubject<Int>()
        scheduler.scheduleAt(210) {
            source.onNext(1)
            self.scheduler.scheduleAt(230) { source.onNext(2) }
        }
        let result = scheduler.start { source.debounce(.seconds(20), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(230, 1), .next(250, 2)])
    }

    func testAnErrorPassesAtOnceAndDropsWhatWaits() {
        let result = debounce(20, [.next(210, 2), .next(240, 3), .error(250, TestError())])
        XCTAssertEqual(result.events, [.next(230, 2), .error(250, TestError())])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 250)])
    }

    func testAnEmptySourceCompletesAtOnce() {
        XCTAssertEqual(debounce(20, [.completed(300)]).events, [.completed(300)])
    }

    func testDisposalStopsTheTimer() {
        let source = scheduler.createHotObservable([.next(210, 1)])
        let result = scheduler.start(disposed: 215) {
            source.debounce(.seconds(20), scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 215)])
        XCTAssertEqual(scheduler.clock, 215)
    }
}
