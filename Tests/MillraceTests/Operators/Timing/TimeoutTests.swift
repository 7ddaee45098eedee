import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TimeoutTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    func testASourceInTimePasses() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(250, 2), .next(290, 3), .completed(330)])
        let result = scheduler.start { source.timeout(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(210, 1), .next(250, 2), .next(290, 3), .completed(330)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 330)])
        XCTAssertEqual(scheduler.clock, 1000)
    }

    func testNoElementAtAllTimesOut() {
        let source = scheduler.createHotObservable([.next(300, 1)])
        let result = scheduler.start { source.timeout(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.error(250, RxError.timeout)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 250)])
    }

    func testAPauseTimesOut() {
        let source = scheduler.createHotObservable([.next(230, 1), .next(270, 2), .next(330, 3)])
        let result = scheduler.start { source.timeout(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(230, 1), .next(270, 2), .error(320, RxError.timeout)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 320)])
    }

    func testAnElementAtTheDueTimeComesBeforeATimerThatWasStartedLater() {
        let source = scheduler.createHotObservable([.next(250, 1), .completed(300)])
        let result = scheduler.start { source.timeout(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(250, 1), .completed(300)])
    }

    func testAnErrorPasses() {
        let source = scheduler.createHotObservable([.error(230, TestError(), Int.self)])
        let result = scheduler.start { source.timeout(.seconds(50), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.error(230, TestError())])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 230)])
    }

    func testAnotherSourceTakesOver() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(400, 2)])
        let other = scheduler.createColdObservable([.next(10, 7), .next(100, 8), .completed(150)])
        let result = scheduler.start {
            source.timeout(.seconds(50), other: other, scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(210, 1), .next(270, 7), .next(360, 8), .completed(410)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 260)])
        XCTAssertEqual(other.subscriptions, [Subscription(260, 410)])
    }

    func testTheOtherSourceIsLeftAloneByASourceInTime() {
        let source = scheduler.createHotObservable([.next(210, 1), .completed(240)])
        let other = scheduler.createColdObservable([.next(10, 7)])
        let result = scheduler.start {
            source.timeout(.seconds(50), other: other, scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(210, 1), .completed(240)])
        XCTAssertEqual(other.subscriptions, [])
    }

    func testASynchronousOtherSource() {
        let source = scheduler.createHotObservable([.next(210, 1), .next(400, 2)])
        let result = scheduler.start {
            source.timeout(.seconds(50), other: Observable.of(8, 9), scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(210, 1), .next(260, 8), .next(260, 9), .completed(260)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 260)])
    }

    func testDisposalOfTheOtherSource() {
        let source = scheduler.createHotObservable([.next(210, 1)])
        let other = scheduler.createColdObservable([.next(10, 7), .next(100, 8)])
        let result = scheduler.start(disposed: 300) {
            source.timeout(.seconds(50), other: other, scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(210, 1), .next(270, 7)])
        XCTAssertEqual(other.subscriptions, [Subscription(260, 300)])
    }
}
