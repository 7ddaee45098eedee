import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Shared sources whose source has gone away without an end: the connection stays, with what it replays, for as long as
/// it has subscribers.
final class ShareReleasedSourceTests: XCTestCase {
    private typealias Source = (name: String, make: (Observable<Int>) -> Observable<Int>)

    /// Sources that emit what `request` does, and then neither end nor stay.
    private static let sources: [Source] = [
        ("concat(never)", { $0.concat(Observable<Int>.never()) }),
        ("concat(never) through operators", { $0.kept().map { $0 }.filter { _ in true }.take(9) }),
        ("never after startWith", { request in Observable<Int>.never().startWith(1).withLatestFrom(request.kept()) }),
        ("merge", { Observable.merge($0, Observable<Int>.never()) }),
        ("combineLatest", { Observable.combineLatest($0, Observable<Int>.never().startWith(0)) { $0 + $1 } }),
        ("zip", { Observable.zip($0.kept(), Observable<Int>.never().startWith(0)) { $0 + $1 } }),
        ("amb", { $0.kept().amb(Observable<Int>.never()) }),
        ("flatMap", { request in Observable.just(0).flatMap { _ in request.kept() } }),
        ("flatMapLatest", { request in Observable.just(0).flatMapLatest { _ in request.kept() } }),
        ("take(until:)", { $0.kept().take(until: Observable<Int>.never()) }),
        ("observe(on:)", { $0.kept().observe(on: AtOnceScheduler()) }),
        ("observe(on:) the current thread", { $0.kept().observe(on: CurrentThreadScheduler.instance) }),
        ("subscribe(on:)", { $0.kept().subscribe(on: AtOnceScheduler()) }),
        ("catch", { $0.kept().catch { _ in Observable<Int>.never() } }),
        ("catch, after an error", { $0.concat(Observable.error(TestError())).catch { _ in Observable<Int>.never() } }),
        ("retry(when:)", { $0.concat(Observable.error(TestError())).retry(when: { _ in Observable<Int>.never() }) }),
        ("ifEmpty", { $0.kept().ifEmpty(default: 0) }),
        ("ifEmpty(switchTo:)", { $0.kept().ifEmpty(switchTo: Observable<Int>.never()) }),
        ("do", { $0.kept().do(onNext: { _ in }) }),
        ("do with onDispose", { $0.kept().do(onDispose: {}) }),
        (
            "using",
            { request in
                Observable.using({ BooleanDisposable() }, observableFactory: { _ in request.kept() })
            }
        ),
        (
            "a subject made inside",
            { request in
                Observable.deferred {
                    let subject = PublishSubject<Int>()
                    return Observable.merge(request, subject)
                }
            }
        ),
        (
            "a subject with memory made inside",
            { request in
                Observable.deferred {
                    let subject = ReplaySubject<Int>.create(bufferSize: 1)
                    request.subscribe(onNext: { subject.onNext($0) }).dispose()
                    return subject
                }
            }
        ),
        (
            "a create that drops its observer",
            { request in
                Observable.create { observer in
                    request.subscribe(onNext: { observer.onNext($0) }).dispose()
                    return Disposables.create()
                }
            }
        ),
        (
            "publish with a selector",
            { request in
                request.kept().multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 } })
            }
        ),
    ]

    private typealias Sharing = (name: String, replays: Bool, apply: (Observable<Int>) -> Observable<Int>)

    private static func inDriversThread<Strategy>(
        _ source: Observable<Int>,
        _ make: (Observable<Int>) -> SharedSequence<Strategy, Int>
    ) -> Observable<Int> {
        var shared = Observable<Int>.empty()
        SharingScheduler.mock(scheduler: AtOnceScheduler()) { shared = make(source).asObservable() }
        return shared
    }

    private static let sharings: [Sharing] = [
        ("share()", false, { $0.share() }),
        ("share(replay: 1)", true, { $0.share(replay: 1) }),
        ("share(replay: 3)", true, { $0.share(replay: 3) }),
        ("share forever", false, { $0.share(scope: .forever) }),
        ("share(replay: 1) forever", true, { $0.share(replay: 1, scope: .forever) }),
        ("share(replay: 3) forever", true, { $0.share(replay: 3, scope: .forever) }),
        ("publish().refCount()", false, { $0.publish().refCount() }),
        ("replay(1).refCount()", true, { $0.replay(1).refCount() }),
        ("replayAll().refCount(minimum:)", true, { $0.replayAll().refCount(minimum: 1) }),
        (
            "refCount with grace", true,
            {
                $0.replay(1).refCount(gracePeriod: .seconds(1), scheduler: ManualScheduler())
            }
        ),
        ("multicast", true, { $0.multicast(makeSubject: { ReplaySubject<Int>.create(bufferSize: 1) }).refCount() }),
        ("multicast of a subject", true, { $0.multicast(ReplaySubject<Int>.create(bufferSize: 1)).refCount() }),
        ("autoConnect", true, { $0.replay(1).autoConnect() }),
        ("shares in a row", true, { $0.share(replay: 1).map { $0 }.share(replay: 1) }),
        (
            "many shares in a row", true,
            { source in
                (0..<20).reduce(source) { shared, _ in shared.share(replay: 1).filter { _ in true } }.share(replay: 1)
            }
        ),
        ("share(replay: 1) of share()", true, { $0.share().share(replay: 1) }),
        ("a driver", true, { inDriversThread($0) { $0.asDriver(onErrorJustReturn: -1) } }),
        (
            "a driver's stages", true,
            {
                inDriversThread($0) {
                    $0.asDriver(onErrorJustReturn: -1).map { $0 }.filter { _ in true }.scan(0) { $1 }
                }
            }
        ),
        (
            "a driver below others", true,
            {
                inDriversThread($0) { Driver.merge($0.asDriver(onErrorJustReturn: -1), Driver<Int>.never()) }
            }
        ),
        ("a signal", false, { inDriversThread($0) { $0.asSignal(onErrorJustReturn: -1) } }),
        (
            "a signal's stages", false,
            {
                inDriversThread($0) { $0.asSignal(onErrorJustReturn: -1).map { $0 }.skip(0) }
            }
        ),
    ]

    private static func forEach(_ body: (_ name: String, _ make: (Observable<Int>) -> Observable<Int>, Sharing) -> Void)
    {
        for sharing in sharings {
            for source in sources { body("\(sharing.name) of \(source.name)", source.make, sharing) }
        }
    }

    /// Emits 7 and completes, and says how often.
    private static func request(_ connections: Counter) -> Observable<Int> {
        Observable.deferred {
            connections.add()
            return Observable.just(7)
        }
    }

    func testThreeSubscribersShareOneConnectionAndGetWhatIsReplayed() {
        ShareReleasedSourceTests.forEach { name, make, sharing in
            let connections = Counter()
            let shared = sharing.apply(make(ShareReleasedSourceTests.request(connections)))
            let recorders = (0..<3).map { _ in Recorder<Int>() }
            let subscriptions = recorders.map { shared.subscribe($0) }
            XCTAssertEqual(connections.value, 1, name)
            for (number, recorder) in recorders.enumerated() {
                // One source begins with an element of its own.
                XCTAssertEqual(recorder.marks.last, number == 0 || sharing.replays ? "7" : nil, name)
            }
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    func testTheConnectionLastsUntilTheLastSubscriberLeaves() {
        ShareReleasedSourceTests.forEach { name, make, sharing in
            // These hold on to what they have found.
            if ["forever", "autoConnect", "multicast of a subject", "grace"].contains(where: sharing.name.contains) {
                return
            }
            let connections = Counter()
            let shared = sharing.apply(make(ShareReleasedSourceTests.request(connections)))
            let first = shared.subscribe()
            let second = shared.subscribe()
            first.dispose()
            let recorder = Recorder<Int>()
            let third = shared.subscribe(recorder)
            XCTAssertEqual(recorder.marks.last, sharing.replays ? "7" : nil, name)
            second.dispose()
            third.dispose()
            third.dispose()
            XCTAssertEqual(connections.value, 1, name)
            let again = Recorder<Int>()
            let fourth = shared.subscribe(again)
            XCTAssertEqual(again.marks.last, "7", name)
            XCTAssertEqual(connections.value, 2, name)
            fourth.dispose()
        }
    }

    private enum End: CaseIterable {
        case lastSubscriptionDisposed
        case sharedSourceDropped
        case subscriptionsDroppedThenSharedSource
        case sharedSourceDroppedThenDisposed
    }

    /// Subscribes three times, ends that in one way, and says how many of the observers' and the replayed elements'
    /// tokens are left.
    private func tokensLeft(_ end: End, _ make: (Observable<Int>) -> Observable<Int>, _ sharing: Sharing) -> [Int] {
        let observers = Token.Tally()
        let sources = Token.Tally()
        func subscribe(_ shared: Observable<Int>, _ token: Token) -> Disposable {
            shared.subscribe(onNext: { _ in token.keep() }, onDisposed: {})
        }
        func made(_ token: Token) -> Observable<Int> {
            sharing.apply(make(Observable.deferred { Observable.just(token.keep(7)) }))
        }
        var shared: Observable<Int>? = made(Token(sources))
        var subscriptions = (0..<3).map { _ in subscribe(shared!, Token(observers)) }
        switch end {
        case .lastSubscriptionDisposed:
            for subscription in subscriptions { subscription.dispose() }
            let left = observers.count
            shared = nil
            return [left, sources.count]
        case .sharedSourceDropped:
            shared = nil
        case .subscriptionsDroppedThenSharedSource:
            subscriptions = []
            shared = nil
        case .sharedSourceDroppedThenDisposed:
            shared = nil
            for subscription in subscriptions { subscription.dispose() }
        }
        return withExtendedLifetime(subscriptions) { [observers.count, sources.count] }
    }

    // Sources that have something to do when they are disposed keep their subscription until they are, shared or not.
    private static let keeping = ["subscribe(on:)", "retry(when:)", "do with onDispose", "using", "create"]

    func testNothingIsLeftWhenNobodyIsSubscribedOrNobodyCanSubscribe() {
        ShareReleasedSourceTests.forEach { name, make, sharing in
            for end in End.allCases {
                if sharing.name.contains("grace") { continue }
                let disposes = end == .lastSubscriptionDisposed || end == .sharedSourceDroppedThenDisposed
                if ShareReleasedSourceTests.keeping.contains(where: {
                    name.contains("of \($0)") || name.contains("of a \($0)")
                }),
                    !disposes || sharing.name == "autoConnect"
                {
                    continue
                }
                var left: [Int] = []
                XCTAssertEqual(objectsLeft(patience: 0) { left = tokensLeft(end, make, sharing) }, 0, "\(name), \(end)")
                XCTAssertEqual(left, [0, 0], "\(name), \(end)")
            }
        }
    }

    func testReplayedElementsGoWithTheLastSubscriber() {
        let tally = Token.Tally()
        let shared = Observable.deferred { Observable.just(Token(tally)).kept() }.share(replay: 1)
        let first = shared.subscribe()
        let second = shared.subscribe()
        first.dispose()
        XCTAssertEqual(tally.count, 1)
        second.dispose()
        XCTAssertEqual(tally.count, 0)
        withExtendedLifetime(shared) {}
    }

    func testASubscriptionThatNobodyKeepsCountsWhileOthersCanSubscribe() {
        let connections = Counter()
        let tally = Token.Tally()
        func subscribe(_ shared: Observable<Int>, _ token: Token) {
            _ = shared.subscribe(onNext: { _ in token.keep() })
        }
        var shared: Observable<Int>? = ShareReleasedSourceTests.request(connections).kept().share(replay: 1)
        for _ in 0..<3 { subscribe(shared!, Token(tally)) }
        XCTAssertEqual(connections.value, 1)
        XCTAssertEqual(tally.count, 3)
        shared = nil
        XCTAssertEqual(tally.count, 0)
    }

    func testAnEarlierSharedSourceKeepsItsConnectionWhileItIsHeld() {
        let connections = Counter()
        let tally = Token.Tally()
        let earlier = ShareReleasedSourceTests.request(connections).kept().share(replay: 1)
        func subscribe(_ token: Token) -> Disposable {
            earlier.map { $0 + 1 }.share(replay: 1).subscribe(onNext: { _ in token.keep() })
        }
        let first = subscribe(Token(tally))
        let second = subscribe(Token(tally))
        let recorder = Recorder<Int>()
        let third = earlier.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["7"])
        XCTAssertEqual(connections.value, 1)
        for subscription in [first, second, third] { subscription.dispose() }
        XCTAssertEqual(tally.count, 0)
        earlier.subscribe().dispose()
        XCTAssertEqual(connections.value, 2)
    }

    func testASubscriberThatEndsByItselfLeavesTheConnectionAlone() {
        let connections = Counter()
        let shared = ShareReleasedSourceTests.request(connections).kept().share(replay: 1)
        let keeper = shared.subscribe()
        for _ in 0..<3 {
            let recorder = Recorder<Int>()
            _ = shared.take(1).subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["7", "|"])
        }
        XCTAssertEqual(connections.value, 1)
        keeper.dispose()
        _ = shared.take(1).subscribe()
        XCTAssertEqual(connections.value, 2)
        _ = shared.take(1).subscribe()
        XCTAssertEqual(connections.value, 3)
    }

    func testASourceThatGoesAwayLaterLeavesItsReplay() {
        for replay in [0, 1, 2] {
            let tally = Token.Tally()
            var subject: PublishSubject<Int>? = PublishSubject()
            let connections = Counter()
            // `deferred` would hold the subject.
            let source = Observable<Int>.create { [weak subject] observer in
                connections.add()
                return subject?.subscribe(observer) ?? Disposables.create()
            }
            func subscribe(_ shared: Observable<Int>, _ token: Token) -> Disposable {
                shared.subscribe(onNext: { _ in token.keep() })
            }
            let shared = source.map { $0 }.share(replay: replay)
            let first = subscribe(shared, Token(tally))
            subject!.onNext(1)
            subject!.onNext(2)
            subject = nil
            let recorder = Recorder<Int>()
            let second = shared.subscribe(recorder)
            XCTAssertEqual(recorder.elements, Array([1, 2].suffix(replay)), "\(replay)")
            XCTAssertEqual(connections.value, 1, "\(replay)")
            first.dispose()
            XCTAssertEqual(tally.count, 0)
            second.dispose()
            shared.subscribe().dispose()
            XCTAssertEqual(connections.value, 2, "\(replay)")
        }
    }

    func testOnDisposedIsCalledByTheDisposalAlone() {
        let calls = Counter()
        let shared = Observable<Int>.never().share()
        let subscriptions = (0..<2).map { _ in shared.subscribe(onDisposed: { calls.add() }) }
        XCTAssertEqual(calls.value, 0)
        subscriptions[0].dispose()
        XCTAssertEqual(calls.value, 1)
        subscriptions[1].dispose()
        XCTAssertEqual(calls.value, 2)
    }

    /// How a long chain of shared sources goes away.
    private enum ChainEnd: CaseIterable {
        case disposed
        case sharedSourceDropped
        case sourceDropped
    }

    func testALongChainOfSharedSourcesIsLetGoOfOnASmallStack() {
        for end in ChainEnd.allCases {
            let tally = Token.Tally()
            let subject = Box<PublishSubject<Int>?>(nil)
            let shared = Box<Observable<Int>?>(nil)
            let subscription = Box<Disposable?>(nil)
            @Sendable func subscribe(_ token: Token) {
                subject.value = PublishSubject()
                var chain: Observable<Int> = end == .sourceDropped ? subject.value! : .never()
                for number in 0..<TestMode.size(20_000, sanitized: 4_000) {
                    chain = chain.share(replay: 1)
                    if number % 2 == 0 { chain = chain.map { $0 } }
                }
                subscription.value = chain.subscribe(onNext: { _ in token.keep() })
                if end != .sourceDropped { shared.value = chain }
            }
            // Subscribing to a shared source is a call to the one before it.
            onStack(of: 256 << 20) { subscribe(Token(tally)) }
            XCTAssertEqual(tally.count, 1)
            onStack(of: 512 << 10) {
                if end == .disposed { subscription.value?.dispose() }
                subject.value = nil
                shared.value = nil
            }
            XCTAssertEqual(tally.count, 0, "\(end)")
        }
    }
}

extension Observable {
    /// The same, without its end.
    fileprivate func kept() -> Observable<Element> {
        concat(Observable.never())
    }
}
