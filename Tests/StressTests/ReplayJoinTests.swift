import Foundation
import Millrace
import TestSupport
import XCTest

/// While one thread sends 1, 2, 3, …, subscribers come and go. Each hears consecutive numbers only, whatever part of them
/// is replayed; the replay is complete when `subscribe` returns; what is sent between that and `dispose()` arrives; and
/// the replay and what comes live never overlap.
final class ReplayJoinTests: StressTestCase {
    private let joins = TestMode.isLong ? 500_000 : TestMode.size(15_000, debug: 5_000, sanitized: 2_000)

    /// What one subscription has heard. `next` is not atomic on purpose: the thread sanitizer sees whether the calls come
    /// one after another.
    private final class History: @unchecked Sendable {
        private var next = 0
        let first = Counter()
        let last = Counter()
        let wrong: Counter

        init(_ wrong: Counter) {
            self.wrong = wrong
        }

        func hear(_ number: Int) {
            if next == 0 { first.setOrdered(number) } else if number != next { wrong.add() }
            next = number + 1
            last.setOrdered(number)
        }
    }

    /// - Parameters:
    ///   - replays: how many elements are replayed at least, once that many have been sent.
    ///   - stays: whether somebody is subscribed all the time.
    private func check(
        _ source: Observable<Int>,
        send: @escaping (Int) -> Void,
        replays: Int,
        stays: Bool,
        line: UInt = #line
    ) {
        let began = Counter()
        let ended = Counter()
        let isOver = Counter()
        let wrong = Counter()
        let incomplete = Counter()
        let missed = Counter()
        let overlaps = Recorder<String>()
        Hooks.overlapHandler = { overlaps.onNext(([$0] + $1 + ["and"] + $2).joined(separator: "\n")) }
        let lasting = History(wrong)
        let remaining = stays ? source.subscribe(onNext: { lasting.hear($0) }) : Disposables.create()
        let sender = TestThread {
            var i = 1
            while isOver.value == 0 {
                began.setOrdered(i)
                send(i)
                ended.setOrdered(i)
                i += 1
                // Lets the others in, on a machine with few cores.
                if i % 64 == 0 { sched_yield() }
            }
        }
        // Without events the subscribers' rounds would show nothing.
        waitUntil { ended.value != 0 }
        let subscribers = (0..<2).map { number in
            TestThread { [joins] in
                var random = TestRandom(seed: UInt64(number))
                for round in 0..<joins {
                    let history = History(wrong)
                    let before = ended.ordered
                    let subscription =
                        round % 2 == 0
                        ? source.subscribe(onNext: { history.hear($0) })
                        : source.map { $0 }.subscribe(onNext: { history.hear($0) })
                    let complete = history.last.ordered
                    let from = began.ordered + 1
                    if replays > 0, stays, before > replays {
                        if complete < before || history.first.ordered > complete - replays + 1 { incomplete.add() }
                    }
                    var spins = random.below(200)
                    while spins > 0 { spins -= 1 }
                    let to = ended.ordered
                    subscription.dispose()
                    // With nobody there before, another thread may still be connecting.
                    if stays, to >= from, history.first.ordered > from || history.last.ordered < to { missed.add() }
                }
            }
        }
        for thread in subscribers { thread.join() }
        isOver.set(1)
        sender.join()
        remaining.dispose()
        XCTAssertEqual(wrong.value, 0, "gaps, repetitions or inversions", line: line)
        XCTAssertEqual(incomplete.value, 0, "replays that were not complete when subscribe returned", line: line)
        XCTAssertEqual(missed.value, 0, "subscriptions that missed an event", line: line)
        XCTAssertEqual(overlaps.elements, [], "overlapping calls", line: line)
        XCTAssertGreaterThan(ended.value, 0, line: line)
    }

    func testABehaviorSubjectsSubscribersHearConsecutiveNumbers() {
        let subject = BehaviorSubject(value: 0)
        check(subject.filter { $0 > 0 }, send: { subject.onNext($0) }, replays: 1, stays: true)
        let relay = BehaviorRelay(value: 0)
        check(relay.filter { $0 > 0 }, send: { relay.accept($0) }, replays: 1, stays: true)
    }

    func testAReplaySubjectsSubscribersHearConsecutiveNumbers() {
        for size in [1, 3, 100] {
            let subject = ReplaySubject<Int>.create(bufferSize: size)
            check(subject, send: { subject.onNext($0) }, replays: size, stays: true)
        }
    }

    // The snapshots have up to six chunks, which subscribers collect while the sender drops the oldest.
    func testSubscribersOfALongBufferHearConsecutiveNumbers() {
        let subject = ReplaySubject<Int>.create(bufferSize: 300)
        check(subject, send: { subject.onNext($0) }, replays: 300, stays: true)
    }

    func testAnUnboundedReplaySubjectsSubscribersHearEverything() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let rounds = TestMode.size(200, sanitized: 50)
        let wrong = Counter()
        let isOver = Counter()
        // Each round makes a further 64 due. Without a limit the buffer would grow while it is replayed, by as many times
        // as sending is faster than receiving.
        let due = Counter()
        let sender = TestThread {
            var i = 1
            while isOver.value == 0 {
                if i > due.value {
                    sched_yield()
                    continue
                }
                subject.onNext(i)
                i += 1
                if i % 16 == 0 { sched_yield() }
            }
        }
        var longest = 0
        for round in 0..<rounds {
            due.add(64)
            let heard = Counter()
            let subscription = subject.subscribe(onNext: { if $0 != heard.add() { wrong.add() } })
            // One turn of the sender at least between two rounds.
            waitUntil { heard.value > round }
            subscription.dispose()
            longest = max(longest, heard.value)
        }
        isOver.set(1)
        sender.join()
        XCTAssertEqual(wrong.value, 0)
        XCTAssertGreaterThanOrEqual(longest, rounds)
    }

    func testSubscribersOfASharedSourceHearConsecutiveNumbers() {
        for stays in [true, false] {
            let subject = PublishSubject<Int>()
            let shared = subject.share(replay: 1)
            check(shared, send: { subject.onNext($0) }, replays: 1, stays: stays)
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testSubscribersOfSharingOperatorsHearConsecutiveNumbers() {
        let subject = PublishSubject<Int>()
        for shared in [
            subject.share(), subject.share(replay: 2), subject.share(replay: 1, scope: .forever),
            subject.publish().refCount(),
        ] {
            var sent = 0
            check(
                shared.filter { $0 > 0 },
                send: {
                    sent = $0
                    subject.onNext($0)
                },
                replays: 0,
                stays: true
            )
            XCTAssertGreaterThan(sent, 0)
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testTheEndReachesEachSubscriberOnceAndLast() {
        let rounds = TestMode.isLong ? 100_000 : TestMode.size(3_000, debug: 1_500, sanitized: 500)
        let racer = Racer()
        defer { racer.stop() }
        var wrong: [Int] = []
        for round in 0..<rounds {
            let subject: Observable<Int>
            let observer: AnyObserver<Int>
            let prefix: Int
            if round % 2 == 0 {
                let behavior = BehaviorSubject(value: 1)
                (subject, observer, prefix) = (behavior, AnyObserver(behavior), 1)
            } else {
                let replay = ReplaySubject<Int>.create(bufferSize: 2)
                replay.onNext(1)
                (subject, observer, prefix) = (replay, AnyObserver(replay), 1)
            }
            let recorder = Recorder<Int>()
            racer.race(
                delay: round % 64 - 32,
                {
                    observer.onNext(prefix + 1)
                    observer.onCompleted()
                },
                { _ = subject.subscribe(recorder) }
            )
            // A behavior subject that has ended replays the end alone.
            let possible = [["1", "2", "|"], ["2", "|"], ["|"]].prefix(round % 2 == 0 ? 3 : 1)
            if !possible.contains(recorder.marks) { wrong.append(round) }
        }
        XCTAssertEqual(wrong, [])
    }

    /// Two threads that take a lock of their own in callbacks, and around their calls: with a lock in a subject, each
    /// would wait for the other.
    func testALockThatCallbacksTakeDeadlocksNothing() {
        let foreign = NSRecursiveLock()
        let behavior = BehaviorSubject(value: 0)
        let replay = ReplaySubject<Int>.create(bufferSize: 3)
        let async = AsyncSubject<Int>()
        let keepers = [behavior, replay, async].map { (subject: Observable<Int>) in
            subject.subscribe(onNext: { _ in foreign.withLock {} }, onCompleted: { foreign.withLock {} })
        }
        let rounds = TestMode.size(5_000, sanitized: 500)
        assertReturns(within: 60) {
            concurrently(
                {
                    for i in 0..<rounds {
                        behavior.onNext(i)
                        replay.onNext(i)
                        async.onNext(i)
                    }
                    for observer in [AnyObserver(behavior), AnyObserver(replay), AnyObserver(async)] {
                        observer.onCompleted()
                    }
                },
                {
                    for i in 0..<rounds {
                        foreign.withLock {
                            for subject in [behavior, replay, async] as [Observable<Int>] {
                                subject.subscribe(onNext: { _ in foreign.withLock {} }).dispose()
                            }
                            _ = try? behavior.value()
                            if i % 8 == 0 { behavior.onNext(i) }
                        }
                    }
                }
            )
        }
        for keeper in keepers { keeper.dispose() }
    }

    func testTheValueIsReadWhileACallbackIsBlocked() {
        let relay = BehaviorRelay(value: 0)
        let entered = Moment()
        let blocked = Moment()
        let subscription = relay.skip(1).subscribe(onNext: { _ in
            entered.set()
            blocked.wait()
        })
        let sender = TestThread { relay.accept(1) }
        entered.wait()
        assertReturns(within: 60) {
            XCTAssertEqual(relay.value, 1)
            let recorder = Recorder<Int>()
            relay.subscribe(recorder).dispose()
            XCTAssertEqual(recorder.elements, [1])
        }
        blocked.set()
        sender.join()
        subscription.dispose()
    }
}
