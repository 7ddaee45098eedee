import Millrace
import MillraceTest
import TestSupport
import XCTest

final class DelaySubscriptionTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)

    func testTheSourceIsSubscribedToLater() {
        let source = scheduler.createColdObservable([.next(50, 42), .next(60, 43), .completed(70)])
        let result = scheduler.start { source.delaySubscription(.seconds(30), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(280, 42), .next(290, 43), .completed(300)])
        XCTAssertEqual(source.subscriptions, [Subscription(230, 300)])
    }

    func testItFailsWithTheSource() {
        let source = scheduler.createColdObservable([.next(50, 42), .error(70, TestError())])
        let result = scheduler.start { source.delaySubscription(.seconds(30), scheduler: self.scheduler) }
        XCTAssertEqual(result.events, [.next(280, 42), .error(300, TestError())])
        XCTAssertEqual(source.subscriptions, [Subscription(230, 300)])
    }

    func testDisposalWhileItEmits() {
        let source = scheduler.createColdObservable([.next(50, 42), .next(60, 43)])
        let result = scheduler.start(disposed: 285) {
            source.delaySubscription(.seconds(30), scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(280, 42)])
        XCTAssertEqual(source.subscriptions, [Subscription(230, 285)])
    }

    func testDisposalBeforeKeepsItFromBeingSubscribedTo() {
        let source = scheduler.createColdObservable([.next(50, 42)])
        let result = scheduler.start(disposed: 220) {
            source.delaySubscription(.seconds(30), scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [])
        XCTAssertEqual(source.subscriptions, [])
        XCTAssertEqual(scheduler.clock, 220)
    }
}
