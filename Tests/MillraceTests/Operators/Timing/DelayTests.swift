import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DelayTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    private func delay(
        _ seconds: Int,
        _ events: [Recorded<Event<Int>>]
    ) -> (events: [Recorded<Event<Int>>], subscriptions: [Subscription]) {
        let source = scheduler.createHotObservable(events)
        let result = scheduler.start { source.delay(.seconds(seconds), scheduler: self.scheduler) }
        return (result.events, source.subscriptions)
    }

    func testEverythingComesLater() {
        let result = delay(
            100,
            [.next(150, 1), .next(250, 2), .next(350, 3), .next(450, 4), .completed(550)]
        )
        XCTAssertEqual(result.events, [.next(350, 2), .next(450, 3), .next(550, 4), .completed(650)])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 550)])
    }

    func testALongDelayKeepsTheDistances() {
        let result = delay(400, [.next(250, 2), .next(260, 3), .next(290, 4), .completed(300)])
        XCTAssertEqual(result.events, [.next(650, 2), .next(660, 3), .next(690, 4), .completed(700)])
    }

    func testWhatCameTogetherComesOneActionEach() {
        let result = delay(50, [.next(250, 2), .next(250, 3), .completed(250)])
        XCTAssertEqual(result.events, [.next(300, 2), .next(301, 3), .completed(302)])
    }

    func testAPauseEndsTheTimerAndTheNextElementStartsIt() {
        let result = delay(10, [.next(250, 2), .next(400, 3)])
        XCTAssertEqual(result.events, [.next(260, 2), .next(410, 3)])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 1000)])
    }

    func testAnErrorPassesAtOnceAndDropsWhatWaits() {
        let result = delay(100, [.next(250, 2), .next(350, 3), .error(360, TestError())])
        XCTAssertEqual(result.events, [.next(350, 2), .error(360, TestError())])
        XCTAssertEqual(result.subscriptions, [Subscription(200, 360)])
    }

    func testAnErrorFromInsideADeliveryComesAfterIt() {
        let source = PublishSubject<Int>()
        var log: [String] = []
        _ = source.delay(.seconds(10), scheduler: scheduler).subscribe(
            onNext: { _ in
                source.onError(TestError())
                log.append("delivered")
            },
            onError: { _ in log.append("failed") }
        )
        source.onNext(1)
        source.onNext(2)
        scheduler.start()
        XCTAssertEqual(log, ["delivered", "failed"])
    }

    func testDisposalDropsWhatWaits() {
        let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
        let result = scheduler.start(disposed: 225) { source.delay(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 220)])
        XCTAssertEqual(scheduler.clock, 225)
    }

    func testASynchronousSource() {
        let result = scheduler.start { Observable.of(1, 2).delay(.seconds(10), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(210, 1), .next(211, 2), .completed(212)])
    }
}
