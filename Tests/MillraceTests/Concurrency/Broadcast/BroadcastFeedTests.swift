import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class BroadcastFeedTests: XCTestCase {
    func testAnObserverGetsTheReplayBeforeSubscribeReturns() {
        let feed = Broadcast<Int>(replay: 2, capacity: 4)
        for number in 1...3 { feed.send(number) }
        let recorder = Recorder<Int>()
        let subscription = feed.asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["2", "3"])
        XCTAssertEqual(feed.send(4), .sent)
        XCTAssertEqual(recorder.marks, ["2", "3", "4"])
        feed.finish()
        XCTAssertEqual(recorder.marks, ["2", "3", "4", "|"])
        let late = Recorder<Int>()
        _ = feed.asObservable().subscribe(late)
        XCTAssertEqual(late.marks, ["3", "4", "|"])
        subscription.dispose()
    }

    func testAnErrorIsDelivered() {
        let feed = Broadcast<Int>(capacity: 1)
        let recorder = Recorder<Int>()
        _ = feed.asObservable().subscribe(recorder)
        feed.send(1)
        feed.finish(throwing: TestError("end"))
        XCTAssertEqual(recorder.marks, ["1", "x(end)"])
    }

    func testTheReleaseOfTheBroadcastReleasesTheObserver() {
        var feed: Broadcast<Int>? = Broadcast(capacity: 1)
        let tally = Token.Tally()
        let recorder = Recorder<Int>()
        do {
            let token = Token(tally)
            _ = feed?.asObservable().map { token.keep($0) }.subscribe(recorder)
        }
        feed?.send(1)
        XCTAssertEqual(tally.count, 1)
        feed = nil
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(tally.count, 0)
    }

    func testADisposedSubscriptionIsNoConsumer() {
        let feed = Broadcast<Int>(capacity: 1)
        let tally = Token.Tally()
        let subscription: Disposable
        do {
            let token = Token(tally)
            subscription = feed.asObservable().subscribe(onNext: { _ in token.keep() })
        }
        XCTAssertEqual(feed.send(1), .sent)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
        XCTAssertEqual(feed.send(2), .noConsumers)
    }

    func testAnObserverThatDisposesGetsNothingMore() {
        let feed = Broadcast<Int>(replay: 3, capacity: 3)
        let recorder = Recorder<Int>()
        for number in 1...3 { feed.send(number) }
        _ = feed.asObservable().take(2).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        XCTAssertEqual(feed.send(4), .noConsumers)
    }

    func testWhatAnObserverSendsComesAfterwards() {
        let feed = Broadcast<Int>(capacity: 4)
        let results = Box<[SendResult]>([])
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let subscriptions = [
            feed.asObservable().do(onNext: { number in
                if number < 3 { results.value.append(feed.send(number + 1)) }
            }).subscribe(first),
            feed.asObservable().subscribe(second),
        ]
        feed.send(1)
        XCTAssertEqual(results.value, [.sent, .sent])
        XCTAssertEqual(first.marks, ["1", "2", "3"])
        XCTAssertEqual(second.marks, ["1", "2", "3"])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testAnObserverThatSendsTooMuchFindsNoRoom() {
        let feed = Broadcast<Int>(capacity: 2)
        let results = Box<[SendResult]>([])
        let recorder = Recorder<Int>()
        let subscription = feed.asObservable()
            .do(onNext: { number in if number == 0 { results.value = (1...3).map { feed.send($0) } } })
            .subscribe(recorder)
        feed.send(0)
        XCTAssertEqual(results.value, [.sent, .sent, .full])
        XCTAssertEqual(recorder.marks, ["0", "1", "2"])
        subscription.dispose()
    }

    func testAnObserverThatLagsSkipsOrFails() {
        let feed = Broadcast<Int>(capacity: 2)
        let missed = Box<[Int]>([])
        let (skips, fails) = (Recorder<Int>(), Recorder<Int>())
        func floodsOnce(_ number: Int) {
            if number == 0 { for number in 1...5 { feed.send(number) } }
        }
        let subscriptions = [
            feed.asObservable(onLag: .skip) { missed.value.append($0) }.do(onNext: floodsOnce).subscribe(skips)
        ]
        feed.send(0)
        XCTAssertEqual(skips.marks, ["0", "4", "5"])
        XCTAssertEqual(missed.value, [3])
        for subscription in subscriptions { subscription.dispose() }
        _ = feed.asObservable(onLag: .fail).do(onNext: floodsOnce).subscribe(fails)
        feed.send(0)
        XCTAssertEqual(fails.events.count, 2)
        XCTAssertEqual((fails.events.last?.error as? LagError)?.missed, 3)
        XCTAssertEqual(feed.send(6), .noConsumers)
    }

    func testABlockedObserverDelaysNoOther() {
        let feed = Broadcast<Int>(capacity: 8)
        let (entered, leave) = (Moment(), Moment())
        let (blocked, free) = (Recorder<Int>(), Recorder<Int>())
        let subscriptions = [
            feed.asObservable().do(onNext: { number in
                if number == 1 {
                    entered.set()
                    leave.wait()
                }
            }).subscribe(blocked),
            feed.asObservable().subscribe(free),
        ]
        let thread = TestThread { feed.send(1) }
        entered.wait()
        feed.send(2)
        XCTAssertEqual(free.marks, ["1", "2"])
        XCTAssertEqual(blocked.marks, [])
        leave.set()
        thread.join()
        XCTAssertEqual(blocked.marks, ["1", "2"])
        for subscription in subscriptions { subscription.dispose() }
    }

    /// An element that calls a closure when it is released.
    private final class Element {
        let number: Int
        private let released: (() -> Void)?

        init(_ number: Int, _ released: (() -> Void)? = nil) {
            self.number = number
            self.released = released
        }

        deinit {
            released?()
        }
    }

    // On one actor, the sender runs until it waits. The iterator alone has kept the first element; the ring has room
    // when that element is released, and the new subscription's thread is the first to find the room.
    @MainActor
    func testAThreadThatFindsRoomDeliversWhatItStores() async throws {
        let feed = Broadcast<Element>(capacity: 1)
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let late = SerialDisposable()
        let subscription = feed.asObservable().map(\.number).subscribe(first)
        var values: BroadcastValues<Element>.Iterator? = feed.values.makeAsyncIterator()
        feed.send(Element(1) { late.disposable = feed.asObservable().map(\.number).subscribe(second) })
        let began = Box(false)
        let sender = Task { @MainActor in
            began.value = true
            return try await feed.sendWhenRoom(Element(2))
        }
        await waitForTasks { began.value }
        withExtendedLifetime(values) {}
        values = nil
        XCTAssertEqual(first.marks, ["1", "2"])
        XCTAssertEqual(second.marks, ["2"])
        let result = try await sender.value
        XCTAssertEqual(result, .sent)
        late.dispose()
        subscription.dispose()
    }

    func testASubscriptionWaitsForRoomFurtherDown() {
        let feed = Broadcast<Int>(capacity: 3)
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        let subscription = feed.asObservable()
            .observe(on: scheduler, capacity: 2, overflow: .suspend)
            .subscribe(recorder)
        XCTAssertEqual((1...6).map { feed.send($0) }, [.sent, .sent, .sent, .sent, .sent, .full])
        XCTAssertEqual(recorder.marks, [])
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "5"])
        feed.send(7)
        feed.finish()
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "5", "7", "|"])
        subscription.dispose()
    }

    func testASubscriptionThatWaitsForRoomIsReleasedByItsDisposal() {
        let feed = Broadcast<Int>(capacity: 2)
        let scheduler = TestScheduler(initialClock: 0)
        let tally = Token.Tally()
        let subscription: Disposable
        do {
            let token = Token(tally)
            subscription = feed.asObservable()
                .map { token.keep($0) }
                .observe(on: scheduler, capacity: 1, overflow: .suspend)
                .subscribe(onNext: { _ in })
        }
        XCTAssertEqual((1...4).map { feed.send($0) }, [.sent, .sent, .sent, .full])
        subscription.dispose()
        XCTAssertEqual(feed.send(5), .noConsumers)
        scheduler.start()
        XCTAssertEqual(tally.count, 0)
    }

    func testASkippingSubscriptionThatWaitsForRoomCountsWhatItMisses() {
        let feed = Broadcast<Int>(capacity: 2)
        let scheduler = TestScheduler(initialClock: 0)
        let missed = Box(0)
        let recorder = Recorder<Int>()
        let subscription = feed.asObservable(onLag: .skip) { missed.value += $0 }
            .observe(on: scheduler, capacity: 1, overflow: .suspend)
            .subscribe(recorder)
        for number in 1...9 { XCTAssertEqual(feed.send(number), .sent) }
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["1", "8", "9"])
        XCTAssertEqual(missed.value, 6)
        subscription.dispose()
    }

    func testABroadcastInsideAnotherOperatorIsASourceThatPauses() {
        let (first, second) = (Broadcast<Int>(capacity: 1), Broadcast<Int>(capacity: 1))
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        let subscription = Observable.merge(first.asObservable(), second.asObservable())
            .observe(on: scheduler, capacity: 1, overflow: .suspend)
            .subscribe(recorder)
        XCTAssertEqual([1, 2, 3].map { first.send($0) }, [.sent, .sent, .full])
        XCTAssertEqual([4, 5].map { second.send($0) }, [.sent, .full])
        scheduler.start()
        XCTAssertEqual(Set(recorder.elements), [1, 2, 4])
        subscription.dispose()
    }
}
