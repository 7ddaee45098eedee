import Foundation
import Millrace
import TestSupport
import XCTest

/// Observers are called in the order of their subscription, whatever has come and gone.
final class OrderTests: StressTestCase {
    func testOrderIsKeptAfterChurn() {
        for count in [2, 33, 1_000, TestMode.size(5_000, debug: 2_500, sanitized: 2_000)] {
            var random = TestRandom(seed: UInt64(count))
            let subject = PublishSubject<Int>()
            let heard = Box<[Int]>([])
            var subscribed: [(id: Int, subscription: Disposable)] = []
            var next = 0
            func subscribe() {
                let id = next
                next += 1
                let observer: @Sendable (Int) -> Void = { _ in heard.value.append(id) }
                let subscription =
                    id % 3 == 0 ? subject.map { $0 }.subscribe(onNext: observer) : subject.subscribe(onNext: observer)
                subscribed.append((id, subscription))
            }
            for _ in 0..<count { subscribe() }
            for round in 0..<30 {
                for _ in 0..<random.below(count) + 1 where !subscribed.isEmpty {
                    subscribed.remove(at: random.below(subscribed.count)).subscription.dispose()
                }
                while subscribed.count < count { subscribe() }
                heard.value = []
                subject.onNext(round)
                XCTAssertEqual(heard.value, subscribed.map(\.id), "\(count) observers, round \(round)")
            }
            for each in subscribed { each.subscription.dispose() }
        }
    }

    /// One observer, when it is called, disposes some and adds some; who hears what is told by a list.
    func testWhoIsDisposedIsSkippedAndWhoIsNewWaits() {
        for count in [2, 33, 1_000, TestMode.size(5_000, debug: 2_500, sanitized: 2_000)] {
            var random = TestRandom(seed: UInt64(count) + 1)
            let subject = PublishSubject<Int>()
            let heard = Box<[Int]>([])
            let meddle = Box<(id: Int, act: () -> Void)?>(nil)
            var subscribed: [(id: Int, subscription: Disposable)] = []
            var next = 0
            func subscribe() {
                let id = next
                next += 1
                let observer: @Sendable (Int) -> Void = { _ in
                    heard.value.append(id)
                    if let meddler = meddle.value, meddler.id == id { meddler.act() }
                }
                let subscription =
                    id % 3 == 0 ? subject.map { $0 }.subscribe(onNext: observer) : subject.subscribe(onNext: observer)
                subscribed.append((id, subscription))
            }
            for _ in 0..<count { subscribe() }
            for round in 0..<30 {
                let meddler = random.below(subscribed.count)
                let victims = Set((0..<random.below(count) + 1).map { _ in random.below(subscribed.count) })
                let expected = subscribed.indices.filter { $0 <= meddler || !victims.contains($0) }
                    .map { subscribed[$0].id }
                let newcomers = victims.count
                let former = subscribed
                meddle.value = (
                    former[meddler].id,
                    {
                        for victim in victims { former[victim].subscription.dispose() }
                        for _ in 0..<newcomers { subscribe() }
                    }
                )
                heard.value = []
                subject.onNext(round)
                XCTAssertEqual(heard.value, expected, "\(count) observers, round \(round)")
                meddle.value = nil
                subscribed = subscribed.enumerated().filter { !victims.contains($0.offset) }.map(\.element)
                heard.value = []
                subject.onNext(round)
                XCTAssertEqual(heard.value, subscribed.map(\.id), "\(count) observers, after round \(round)")
            }
            for each in subscribed { each.subscription.dispose() }
        }
    }

    func testOrderIsKeptWhileAnotherThreadComesAndGoes() {
        let subject = PublishSubject<Int>()
        let heard = Box<[Int]>([])
        let others = 40
        let isOver = Counter()
        var subscriptions: [Disposable] = []
        // Between those that stay, places are left by others.
        for id in 0..<200 {
            subscriptions.append(subject.subscribe(onNext: { _ in heard.value.append(id) }))
            for _ in 0..<id % 5 { subject.subscribe(onNext: { _ in }).dispose() }
        }
        let churner = TestThread {
            var random = TestRandom(seed: 3)
            var mine: [Disposable] = []
            while isOver.value == 0 {
                if mine.count < others { mine.append(subject.subscribe(onNext: { _ in })) }
                if random.below(2) == 0 { mine.remove(at: random.below(mine.count)).dispose() }
            }
            for subscription in mine { subscription.dispose() }
        }
        let expected = Array(0..<200)
        var wrong = 0
        for round in 0..<TestMode.size(5_000, debug: 1_500, sanitized: 500) {
            heard.value.removeAll(keepingCapacity: true)
            subject.onNext(round)
            if heard.value != expected { wrong += 1 }
        }
        isOver.set(1)
        churner.join()
        XCTAssertEqual(wrong, 0)
        for subscription in subscriptions { subscription.dispose() }
        XCTAssertFalse(subject.hasObservers)
    }
}
