import Foundation
import Millrace
import TestSupport
import XCTest

/// Subscribers of a shared source that come and leave together.
final class SharingRaceTests: SharingRaceTestCase {
    func testFirstSubscribersConnectOnceAndTheLastDisconnects() {
        for (name, apply) in Self.operations {
            let tracked = Box(Tracked())
            let shared = Box(apply(tracked.value.observable))
            let subscriptions = (0..<3).map { _ in Box<Disposable?>(nil) }
            var wrong: [Int] = []
            race(rounds: rounds) { number in
                subscriptions[number].value = shared.value.subscribe(onNext: { _ in })
            } between: { round in
                if tracked.value.subscriptions.value != 1 || tracked.value.disposals.value != 0 { wrong.append(round) }
                concurrentlyDispose(subscriptions.map { $0.value! }, round)
                if tracked.value.disposals.value != 1 || tracked.value.subject.hasObservers { wrong.append(-round) }
                tracked.value = Tracked()
                shared.value = apply(tracked.value.observable)
            }
            XCTAssertEqual(wrong, [], name)
        }
    }

    private final class Weak: @unchecked Sendable {
        weak var observable: Observable<Int>?
    }

    /// One thread subscribes to a driver's chain and leaves out what nobody holds, while two threads make strong
    /// references of a weak one and subscribe to a source in the middle. All three get each element, and nothing is
    /// left behind.
    func testSourcesThatAreLeftOutAreReachedThroughWeakReferences() {
        let tracked = Tracked()
        let weak = Weak()
        let chain = {
            var chain = Observable<Int>.never()
            SharingScheduler.mock(scheduler: AtOnceScheduler()) {
                let middle = tracked.observable.asDriver(onErrorJustReturn: -1).map { $0 }.filter { _ in true }
                weak.observable = middle.asObservable()
                chain = middle.map { $0 }.skip(0).asObservable()
            }
            return chain
        }()
        let subscriptions = (0..<3).map { _ in Box<Disposable?>(nil) }
        let heard = (0..<3).map { _ in Counter() }
        var wrong: [Int] = []
        race(rounds: rounds) { number in
            let source = number == 0 ? chain : weak.observable
            subscriptions[number].value = source?.subscribe(onNext: { _ in heard[number].add() })
        } between: { round in
            tracked.subject.onNext(round)
            if heard.contains(where: { $0.value != 1 }) { wrong.append(round) }
            for counter in heard { counter.set(0) }
            for subscription in subscriptions { subscription.value?.dispose() }
            if tracked.subscriptions.value != tracked.disposals.value || tracked.subject.hasObservers {
                wrong.append(-round)
            }
        }
        XCTAssertEqual(wrong, [])
    }

    private func concurrentlyDispose(_ subscriptions: [Disposable], _ round: Int) {
        if round % 8 == 0 {
            concurrently(subscriptions.map { subscription in { subscription.dispose() } })
        } else {
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    func testComingAndGoingLeavesNoConnectionBehind() {
        for (name, apply) in Self.connectingAtOnce {
            let tracked = Tracked()
            let shared = apply(tracked.observable)
            let deaf = Counter()
            concurrently(
                (0..<3).map { number in
                    { [rounds] in
                        for _ in 0..<rounds {
                            let heard = Counter()
                            let subscription = shared.subscribe(onNext: { if $0 == number { heard.add() } })
                            // One who is subscribed is connected, at the latest when those who are at it return; they
                            // may be kept waiting for a processor.
                            let limit = Date() + 60
                            var tries = 0
                            while heard.value == 0, tries % 1_024 != 0 || Date() < limit {
                                tracked.subject.onNext(number)
                                tries += 1
                                if tries > 16 { sched_yield() }
                            }
                            if heard.value == 0 { deaf.add() }
                            subscription.dispose()
                        }
                    }
                }
            )
            XCTAssertEqual(deaf.value, 0, name)
            XCTAssertEqual(tracked.subscriptions.value, tracked.disposals.value, name)
            XCTAssertFalse(tracked.subject.hasObservers, name)
        }
    }

    func testSubscribersThatRaceWithTheEndHearIt() {
        for (name, apply) in Self.connectingAtOnce {
            let tracked = Box(Tracked())
            let shared = Box(apply(tracked.value.observable))
            let keepers = (0..<2).map { _ in Box<Disposable?>(nil) }
            let endings = (0..<3).map { _ in Counter() }
            let early = Counter()
            keepers[0].value = shared.value.subscribe(onCompleted: { early.add() })
            var wrong: [Int] = []
            race(rounds: rounds) { number in
                if number == 0 {
                    tracked.value.subject.onCompleted()
                } else {
                    let ending = endings[number]
                    _ = shared.value.subscribe(onCompleted: { ending.add() })
                }
            } between: { round in
                if early.value != 1 || endings[1].value != 1 || endings[2].value != 1 { wrong.append(round) }
                for counter in endings + [early] { counter.set(0) }
                keepers[0].value?.dispose()
                tracked.value = Tracked()
                shared.value = apply(tracked.value.observable)
                keepers[0].value = shared.value.subscribe(onCompleted: { early.add() })
            }
            keepers[0].value?.dispose()
            XCTAssertEqual(wrong, [], name)
        }
    }

    // A former connection that still passed something on would need a thread to be interrupted at one place: some six
    // in a million subscriptions, so it is long runs that look for it.
    func testNoElementComesThroughTwoConnections() {
        let lasting: [Operation] = [
            ("share forever", { $0.share(scope: .forever) }),
            ("share(replay: 1) forever", { $0.share(replay: 1, scope: .forever) }),
            ("multicast refCount", { $0.multicast(PublishSubject()).refCount() }),
        ]
        for (name, apply) in lasting {
            let source = PublishSubject<Int>()
            let shared = apply(source)
            let running = Counter(2)
            let again = Counter()
            let subscriber = { [rounds] in
                for _ in 0..<rounds * (TestMode.isLong ? 100 : 4) {
                    var last = 0
                    shared.subscribe(onNext: { element in
                        if element <= last { again.add() }
                        last = element
                    }).dispose()
                }
                running.add(-1)
            }
            let emitter = {
                var element = 0
                while running.value > 0 {
                    element += 1
                    source.onNext(element)
                }
            }
            concurrently(subscriber, subscriber, emitter)
            XCTAssertEqual(again.value, 0, name)
            XCTAssertFalse(source.hasObservers, name)
        }
    }

    func testConnectAndDisposeRace() {
        let tracked = Tracked()
        let connectable = tracked.observable.publish()
        concurrently(
            (0..<3).map { _ in
                { [rounds] in for _ in 0..<rounds { connectable.connect().dispose() } }
            }
        )
        XCTAssertEqual(tracked.subscriptions.value, tracked.disposals.value)
        XCTAssertFalse(tracked.subject.hasObservers)
    }
}
