import Millrace
import MillraceTest
import TestSupport
import XCTest

final class BufferTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)
    private let elements: [Recorded<Event<Int>>] = [
        .next(205, 1), .next(210, 2), .next(240, 3), .next(280, 4), .next(320, 5), .next(350, 6), .next(370, 7),
        .next(420, 8), .next(470, 9),
    ]

    func testTimeOrCountWhateverComesFirst() {
        let source = scheduler.createHotObservable(elements + [.completed(600)])
        let result = scheduler.start { source.buffer(timeSpan: .seconds(70), count: 3, scheduler: self.scheduler) }
        XCTAssertEqual(
            result.events,
            [
                .next(240, [1, 2, 3]), .next(310, [4]), .next(370, [5, 6, 7]), .next(440, [8]), .next(510, [9]),
                .next(580, []), .next(600, []), .completed(600),
            ]
        )
        XCTAssertEqual(source.subscriptions, [Subscription(200, 600)])
    }

    func testAnErrorDropsWhatHasCome() {
        let source = scheduler.createHotObservable(elements + [.error(600, TestError())])
        let result = scheduler.start { source.buffer(timeSpan: .seconds(70), count: 3, scheduler: self.scheduler) }
        XCTAssertEqual(
            result.events,
            [
                .next(240, [1, 2, 3]), .next(310, [4]), .next(370, [5, 6, 7]), .next(440, [8]), .next(510, [9]),
                .next(580, []), .error(600, TestError()),
            ]
        )
    }

    func testDisposalStopsTheTimer() {
        let source = scheduler.createHotObservable(elements)
        let result = scheduler.start(disposed: 375) {
            source.buffer(timeSpan: .seconds(70), count: 3, scheduler: self.scheduler)
        }
        XCTAssertEqual(result.events, [.next(240, [1, 2, 3]), .next(310, [4]), .next(370, [5, 6, 7])])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 375)])
        XCTAssertEqual(scheduler.clock, 470)
    }

    func testElementsFromInsideADelivery() {
        let source = PublishSubject<Int>()
        let observer = scheduler.createObserver([Int].self)
        let subscription = source.buffer(timeSpan: .seconds(10), count: 2, scheduler: scheduler)
            .do(onNext: { if $0 == [1, 2] { for element in 3...5 { source.onNext(element) } } })
            .subscribe(observer)
        source.onNext(1)
        source.onNext(2)
        scheduler.advanceTo(15)
        subscription.dispose()
        XCTAssertEqual(observer.events, [.next(0, [3, 4]), .next(0, [1, 2]), .next(10, [5])])
    }
}
