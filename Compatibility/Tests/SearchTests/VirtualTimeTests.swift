import RxSwift
import RxTest
import XCTest

final class VirtualTimeTests: XCTestCase {
    func testDebounce() {
        let scheduler = TestScheduler(initialClock: 0)
        let keys = scheduler.createHotObservable([
            .next(210, "a"), .next(215, "ab"), .next(240, "abc"), .completed(300),
        ])
        let result = scheduler.start { keys.debounce(.seconds(10), scheduler: scheduler) }
        XCTAssertEqual(result.events, [.next(225, "ab"), .next(250, "abc"), .completed(300)])
        XCTAssertEqual(keys.subscriptions, [Subscription(200, 300)])
    }

    func testAColdSourceIsRetried() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createColdObservable([.next(10, 1), .error(20, TestFailure.expected)])
        let result = scheduler.start { source.retry(2) }
        XCTAssertEqual(result.events, [.next(210, 1), .next(230, 1), .error(240, TestFailure.expected)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 220), Subscription(220, 240)])
    }

    func testEventsAreCompared() {
        XCTAssertEqual(events(of: .just(1)), Recorded.events(.next(0, 1), .completed(0)))
        XCTAssertRecordedElements(events(of: .just(1).concat(Observable.never())), [1])
    }

    private func events(of source: RxSwift.Observable<Int>) -> [RxTest.Recorded<RxSwift.Event<Int>>] {
        let observer = TestScheduler(initialClock: 0).createObserver(Int.self)
        let subscription: RxSwift.Disposable = source.subscribe(observer)
        subscription.dispose()
        return observer.events
    }
}

enum TestFailure: Error {
    case expected
}
