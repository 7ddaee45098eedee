import Foundation
import Millrace
import TestSupport
import XCTest

/// Subscribers of a shared source that come and leave together.
final class SharingRaceTests: StressTestCase {
    private let rounds = TestMode.isLong ? 10_000 : TestMode.size(1_000, debug: 500, sanitized: 300)

    /// Counts subscriptions and disposals of the source.
    private final class Tracked: @unchecked Sendable {
        let subscriptions = Counter()
        let disposals = Counter()
        let subject = PublishSubject<Int>()

        var observable: Observable<Int> {
            Observable.create { [self] observer in
                subscriptions.add()
                let inner = subject.subscribe(observer)
                return Disposables.create { [self] in
                    inner.dispose()
                    disposals.add()
                }
            }
        }
    }

    /// Shared sequences on whichever thread, those in the middle held by nobody, so that they are left out of the
    /// chain.
    private static func stages<Strategy>(
        _ source: Observable<Int>,
        _ make: (Observable<Int>) -> SharedSequence<Strategy, Int>
    ) -> Observable<Int> {
        var chain = Observable<Int>.never()
        SharingScheduler.mock(scheduler: AtOnceScheduler()) {
            chain = make(source).map { $0 }.filter { _ in true }.skip(0).scan(0) { $1 }.asObservable()
        }
        return chain
    }

    private typealias Operation = (name: String, apply: (Observable<Int>) -> Observable<Int>)

    private static let operations: [Operation] = [
        ("share()", { $0.share() }),
        ("share(replay: 1)", { $0.share(replay: 1) }),
        ("share(replay: 2)", { $0.share(replay: 2) }),
        ("shares in a row", { $0.share(replay: 1).map { $0 }.share().filter { _ in true }.share(replay: 1) }),
        ("a driver's stages", { stages($0) { $0.asDriver(onErrorJustReturn: -1) } }),
        ("a signal's stages", { stages($0) { $0.asSignal(onErrorJustReturn: -1) } }),
        ("share forever", { $0.share(scope: .forever) }),
        ("share(replay: 1) forever", { $0.share(replay: 1, scope: .forever) }),
        ("publish refCount", { $0.publish().refCount() }),
        ("replayAll refCount", { $0.replayAll().refCount() }),
        ("refCount(minimum: 3)", { $0.publish().refCount(minimum: 3) }),
    ]

    /// Runs three bodies at once, round after round; the closure behind makes a round's state before and checks it
    /// after.
    private func race(rounds: Int, _ body: @escaping (_ number: Int) -> Void, between: (_ round: Int) -> Void) {
        let rendezvous = Rendezvous(3)
        func run(_ number: Int, _ between: (Int) -> Void) {
            for round in 0..<rounds {
                rendezvous.meet()
                body(number)
                rendezvous.meet()
                between(round)
            }
        }
        let threads = [1, 2].map { number in TestThread { run(number, { _ in }) } }
        run(0, between)
        for thread in threads { thread.join() }
    }

    func testFirstSubscribersConnectOnceAndTheLastDisconnects() {
        for (name, apply) in SharingRaceTests.operations {
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
        for (name, apply) in SharingRaceTests.operations where name != "refCount(minimum: 3)" {
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
        for (name, apply) in SharingRaceTests.operations where name != "refCount(minimum: 3)" {
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

    /// Two threads that take a lock of their own in callbacks, and around their calls: with a lock in an operator, each
    /// would wait for the other.
    func testALockThatCallbacksTakeDeadlocksNothing() {
        for (name, apply) in SharingRaceTests.operations where name != "refCount(minimum: 3)" {
            let foreign = NSRecursiveLock()
            let tracked = Tracked()
            let source = Observable<Int>.create { observer in
                foreign.withLock {}
                let inner = tracked.observable.subscribe(observer)
                return Disposables.create {
                    foreign.withLock {}
                    inner.dispose()
                }
            }
            let shared = apply(source)
            let keeper = shared.subscribe(onNext: { _ in foreign.withLock {} })
            let rounds = rounds
            assertReturns(within: 60) {
                concurrently(
                    {
                        for i in 0..<rounds { tracked.subject.onNext(i) }
                    },
                    {
                        for _ in 0..<rounds {
                            foreign.withLock {
                                shared.subscribe(onNext: { _ in foreign.withLock {} }).dispose()
                            }
                        }
                    }
                )
            }
            keeper.dispose()
            XCTAssertEqual(tracked.subscriptions.value, tracked.disposals.value, name)
        }
    }

    /// The first subscriber is stuck in connecting, or the last one in disconnecting; others come and go meanwhile.
    func testABlockedConnectionHoldsUpNobody() {
        for (name, apply) in SharingRaceTests.operations where name != "refCount(minimum: 3)" {
            for blocksDisposal in [false, true] {
                let entered = Moment()
                let blocked = Moment()
                let isFirst = Counter()
                let live = PublishSubject<Int>()
                let source = Observable<Int>.create { observer in
                    let blocks = isFirst.add() == 1
                    let inner = live.subscribe(observer)
                    if blocks, !blocksDisposal {
                        entered.set()
                        blocked.wait()
                    }
                    return Disposables.create {
                        inner.dispose()
                        if blocks, blocksDisposal {
                            entered.set()
                            blocked.wait()
                        }
                    }
                }
                let shared = apply(source)
                let thread = TestThread { shared.subscribe(onNext: { _ in }).dispose() }
                entered.wait()
                assertReturns(within: 60) {
                    let recorder = Recorder<Int>()
                    let subscription = shared.subscribe(recorder)
                    live.onNext(1)
                    XCTAssertEqual(recorder.elements, [1], "\(name), blocked in disposal: \(blocksDisposal)")
                    subscription.dispose()
                }
                blocked.set()
                thread.join()
                XCTAssertFalse(live.hasObservers, name)
            }
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

    /// A source that goes away without an end, when a test lets go of it.
    private final class Leaving: @unchecked Sendable {
        let connections = Counter()
        private let lock = NSLock()
        private var subject: PublishSubject<Int>? = PublishSubject()

        /// Emits 7 and then what the subject does, which it does not hold; `token` is kept with the subscription.
        func observable(_ token: Token) -> Observable<Int> {
            Observable.deferred { [self] in
                connections.add()
                let subject = lock.withLock { self.subject } ?? PublishSubject()
                return subject.map { token.keep($0) }.startWith(7)
            }
        }

        /// The last reference, unless a connection is being made.
        func leave() {
            let subject = lock.withLock {
                defer { self.subject = nil }
                return self.subject
            }
            subject?.onNext(7)
        }
    }

    private static let leaving = operations.filter { $0.name != "refCount(minimum: 3)" }

    func testSubscribersThatComeAndGoWhileTheSourceGoesAwayFindTheConnection() {
        for (name, apply) in SharingRaceTests.leaving {
            let tally = Token.Tally()
            func make(_ token: Token) -> (Leaving, Observable<Int>, Disposable) {
                let source = Leaving()
                let shared = apply(source.observable(token))
                return (source, shared, shared.subscribe(onNext: { _ in token.keep() }))
            }
            let state = Box(make(Token(tally)))
            let deaf = Counter()
            let replays = state.value.1.subscribes(to: 7)
            var wrong: [String] = []
            race(rounds: rounds) { number in
                let (source, shared, _) = state.value
                if number == 0 { return source.leave() }
                for _ in 0..<3 where !shared.subscribes(to: 7) && replays { deaf.add() }
            } between: { round in
                let (source, shared, keeper) = state.value
                if source.connections.value != 1 { wrong.append("\(round): \(source.connections.value) connections") }
                if replays != shared.subscribes(to: 7) { wrong.append("\(round): replay") }
                keeper.dispose()
                if source.connections.value != 1 { wrong.append("\(round): connected by nobody") }
                state.value = make(Token(tally))
            }
            XCTAssertEqual(wrong, [], name)
            XCTAssertEqual(deaf.value, 0, name)
            state.value.2.dispose()
            state.value = (Leaving(), .never(), Disposables.create())
            XCTAssertEqual(tally.count, 0, name)
        }
    }

    /// The source, the shared source and the subscriptions go away on three threads, the latter disposed or not.
    func testNothingIsLeftWhereverTheLastReferenceGoes() {
        for (name, apply) in SharingRaceTests.leaving {
            let tally = Token.Tally()
            func subscribe(_ shared: Observable<Int>, _ token: Token) -> Disposable {
                shared.subscribe(onNext: { _ in token.keep() })
            }
            func make(_ token: Token) -> (Leaving, Observable<Int>) {
                let source = Leaving()
                return (source, apply(source.observable(token)))
            }
            func begin(_ source: Box<Leaving?>, _ shared: Box<Observable<Int>?>) -> [Disposable] {
                let (aSource, aShared) = make(Token(tally))
                (source.value, shared.value) = (aSource, aShared)
                return (0..<2).map { _ in subscribe(aShared, Token(tally)) }
            }
            let source = Box<Leaving?>(nil)
            let shared = Box<Observable<Int>?>(nil)
            let subscriptions = Box(begin(source, shared))
            let disposes = Box(true)
            var wrong: [String] = []
            race(rounds: rounds) { number in
                switch number {
                case 0: source.value?.leave()
                case 1: shared.value = nil
                default:
                    if disposes.value { for subscription in subscriptions.value { subscription.dispose() } }
                    subscriptions.value = []
                }
            } between: { round in
                if tally.count != 0 { wrong.append("\(round): \(tally.count) are left, disposed: \(disposes.value)") }
                source.value = nil
                disposes.value = round % 2 != 0
                subscriptions.value = begin(source, shared)
            }
            XCTAssertEqual(wrong, [], name)
            (source.value, shared.value, subscriptions.value) = (nil, nil, [])
        }
    }
}

extension Observable where Element == Int {
    /// Subscribes and disposes at once; whether it heard `element` meanwhile.
    fileprivate func subscribes(to element: Int) -> Bool {
        let heard = Counter()
        subscribe(onNext: { if $0 == element { heard.add() } }).dispose()
        return heard.value > 0
    }
}
