import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class RefCountTests: XCTestCase {
    /// A connectable of a user's own, which notes what is done with it.
    private final class Foreign: ConnectableObservableType, @unchecked Sendable {
        typealias Element = Int

        var subject = PublishSubject<Int>()
        var connections = 0
        var disconnections = 0
        var onConnect: () -> Void = {}
        var onDisconnect: () -> Void = {}

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
            subject.subscribe(observer)
        }

        func connect() -> Disposable {
            connections += 1
            onConnect()
            return Disposables.create { [self] in
                disconnections += 1
                onDisconnect()
            }
        }
    }

    /// Each `refCount()` counts for itself, even if it gets the memory of one that is gone.
    func testARefCountThatIsGoneLeavesNoCountBehind() {
        for _ in 0..<100 {
            let source = PublishSubject<Int>()
            let connectable = source.publish()
            let waiting = connectable.refCount(minimum: 2).subscribe()
            waiting.dispose()
            let recorder = Recorder<Int>()
            let subscription = connectable.refCount().subscribe(recorder)
            source.onNext(1)
            XCTAssertEqual(recorder.marks, ["1"])
            subscription.dispose()
            XCTAssertFalse(source.hasObservers)
        }
    }

    func testTheFirstConnectsAndTheLastDisconnects() {
        let source = TrackedSource()
        let counted = source.observable.publish().refCount()
        let first = counted.subscribe()
        let second = counted.map { $0 }.subscribe()
        XCTAssertEqual(source.subscriptions, 1)
        first.dispose()
        first.dispose()
        XCTAssertEqual(source.active, 1)
        second.dispose()
        XCTAssertEqual(source.active, 0)
        counted.subscribe().dispose()
        XCTAssertEqual(source.subscriptions, 2)
        XCTAssertEqual(source.active, 0)
    }

    func testAConnectableOfAUsersOwnIsConnectedAndDisconnected() {
        let foreign = Foreign()
        let counted = foreign.refCount()
        let recorder = Recorder<Int>()
        let first = counted.subscribe(recorder)
        let second = counted.subscribe(recorder)
        foreign.subject.onNext(1)
        first.dispose()
        XCTAssertEqual([foreign.connections, foreign.disconnections], [1, 0])
        second.dispose()
        XCTAssertEqual([foreign.connections, foreign.disconnections], [1, 1])
        XCTAssertEqual(recorder.marks, ["1", "1"])
    }

    func testOneWhoComesWhileAUsersConnectionIsDisposedIsConnectedAfterwards() {
        let foreign = Foreign()
        let counted = foreign.refCount()
        let second = SerialDisposable()
        foreign.onDisconnect = {
            if foreign.disconnections == 1 { second.disposable = counted.subscribe() }
        }
        counted.subscribe().dispose()
        XCTAssertEqual([foreign.connections, foreign.disconnections], [2, 1])
        second.dispose()
        XCTAssertEqual([foreign.connections, foreign.disconnections], [2, 2])
    }

    func testOneWhoComesWhileAUsersConnectionIsDisposedJoinsWhatIsConnectedAfterwards() {
        let foreign = Foreign()
        let counted = foreign.refCount()
        let recorder = Recorder<Int>()
        let second = SerialDisposable()
        foreign.onDisconnect = {
            if foreign.disconnections == 1 { second.disposable = counted.subscribe(recorder) }
            foreign.subject = PublishSubject()
        }
        counted.subscribe().dispose()
        foreign.subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1"])
        second.dispose()
        XCTAssertEqual([foreign.connections, foreign.disconnections], [2, 2])
    }

    func testATerminalEventDisconnectsBeforeItArrives() {
        let foreign = Foreign()
        let counted = foreign.refCount()
        var disconnections: Int?
        let first = counted.subscribe(onCompleted: { disconnections = foreign.disconnections })
        let second = counted.subscribe()
        foreign.subject.onCompleted()
        XCTAssertEqual(disconnections, 1)
        first.dispose()
        second.dispose()
        XCTAssertEqual([foreign.connections, foreign.disconnections], [1, 1])
    }

    func testAnEndThatIsReplayedDoesNotConnect() {
        let source = TrackedSource()
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(1)
        subject.onCompleted()
        let recorder = Recorder<Int>()
        _ = source.observable.multicast(subject).refCount().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(source.subscriptions, 0)
    }

    func testAMinimumOfSubscribersConnects() {
        let source = TrackedSource()
        let counted = source.observable.publish().refCount(minimum: 3)
        let first = counted.subscribe()
        let second = counted.subscribe()
        XCTAssertEqual(source.subscriptions, 0)
        second.dispose()
        let third = counted.subscribe()
        XCTAssertEqual(source.subscriptions, 0)
        let fourth = counted.subscribe()
        XCTAssertEqual(source.subscriptions, 1)
        first.dispose()
        third.dispose()
        XCTAssertEqual(source.active, 1)
        fourth.dispose()
        XCTAssertEqual(source.active, 0)
        let fifth = counted.subscribe()
        XCTAssertEqual(source.subscriptions, 1)
        fifth.dispose()
    }

    func testAConnectionOutlivesItsLastSubscriberByTheGracePeriod() {
        let source = TrackedSource()
        let scheduler = ManualScheduler()
        let counted = source.observable.publish().refCount(gracePeriod: .milliseconds(10), scheduler: scheduler)
        for round in 1...2 {
            counted.subscribe().dispose()
            scheduler.advance(by: .milliseconds(9))
            XCTAssertEqual(source.active, 1)
            let recorder = Recorder<Int>()
            let second = counted.subscribe(recorder)
            scheduler.advance(by: .milliseconds(100))
            source.send(1)
            XCTAssertEqual(recorder.marks, ["1"])
            XCTAssertEqual(source.subscriptions, round)
            second.dispose()
            scheduler.advance(by: .milliseconds(9))
            XCTAssertEqual(source.active, 1)
            scheduler.advance(by: .milliseconds(1))
            XCTAssertEqual(source.active, 0)
            XCTAssertEqual(scheduler.waitingCount, 0)
        }
    }

    func testATerminalEventInTheGracePeriodEndsIt() {
        let source = TrackedSource()
        let scheduler = ManualScheduler()
        let counted = source.observable.publish()
            .refCount(minimum: 2, gracePeriod: .milliseconds(10), scheduler: scheduler)
        let first = counted.subscribe()
        let second = counted.subscribe()
        first.dispose()
        second.dispose()
        XCTAssertEqual(source.active, 1)
        source.send(.completed)
        XCTAssertEqual(source.active, 0)
        scheduler.advance(by: .milliseconds(20))
        let third = counted.subscribe()
        XCTAssertEqual(source.subscriptions, 1)
        let fourth = counted.subscribe()
        XCTAssertEqual(source.subscriptions, 2)
        third.dispose()
        fourth.dispose()
        XCTAssertEqual(source.active, 1)
        scheduler.advance(by: .milliseconds(10))
        XCTAssertEqual(source.active, 0)
    }

    func testAnImmediateTimerIsNoTrouble() {
        let source = TrackedSource()
        let counted = source.observable.publish()
            .refCount(gracePeriod: .nanoseconds(0), scheduler: AtOnceScheduler())
        for round in 1...3 {
            counted.subscribe().dispose()
            XCTAssertEqual(source.subscriptions, round)
            XCTAssertEqual(source.active, 0)
        }
    }

    func testAutoConnectConnectsOnceAndStaysConnected() {
        let source = TrackedSource()
        let connections = Box<[Disposable]>([])
        let shared = source.observable.publish().autoConnect(2) { connections.value.append($0) }
        let first = shared.subscribe()
        first.dispose()
        XCTAssertEqual(source.subscriptions, 0)
        let recorder = Recorder<Int>()
        let second = shared.subscribe(recorder)
        XCTAssertEqual(source.subscriptions, 1)
        source.send(1)
        second.dispose()
        let third = shared.subscribe(recorder)
        source.send(2)
        XCTAssertEqual(recorder.marks, ["1", "2"])
        XCTAssertEqual(source.active, 1)
        XCTAssertEqual(connections.value.count, 1)
        connections.value[0].dispose()
        XCTAssertEqual(source.active, 0)
        third.dispose()
    }

    func testAutoConnectWithoutSubscribersConnectsAtOnce() {
        let source = TrackedSource()
        let recorder = Recorder<Int>()
        let shared = source.observable.replayAll().autoConnect(0)
        XCTAssertEqual(source.subscriptions, 1)
        source.send(1)
        let subscription = shared.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
        XCTAssertEqual(source.active, 1)
        source.send(.completed)
    }

    // `publish()` has a subject for each connection, `multicast(_:)` one for all.
    func testAConnectionThatIsBeingDisposedPassesNothingOnToTheNextOnesSubscribers() {
        for makesSubjects in [true, false] {
            var former: AnyObserver<Int>?
            var counted = Observable<Int>.never()
            let recorder = Recorder<Int>()
            let second = SerialDisposable()
            let source = Observable<Int>.create { observer in
                if former != nil { return Disposables.create { former = nil } }
                former = observer
                return Disposables.create {
                    second.disposable = counted.subscribe(recorder)
                    former?.onNext(1)
                    former?.onCompleted()
                }
            }
            counted = (makesSubjects ? source.publish() : source.multicast(PublishSubject())).refCount()
            counted.subscribe().dispose()
            XCTAssertEqual(recorder.marks, [])
            XCTAssertNotNil(former)
            second.dispose()
            XCTAssertNil(former)
            counted = .never()
        }
    }

    func testASubscriptionDoesNotKeepTheConnectable() {
        let tokens = Token.Tally()
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        func subscribe(_ token: Token) -> Disposable {
            Observable.deferred { withExtendedLifetime(token) { source } }
                .multicast(PublishSubject()).refCount().subscribe(recorder)
        }
        let subscription = subscribe(Token(tokens))
        XCTAssertEqual(tokens.count, 0)
        source.onNext(1)
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
        XCTAssertFalse(source.hasObservers)
    }

    func testOneWhoComesDuringADisposalAfterAGracePeriodAndLeavesAtOnceIsDisconnected() {
        let scheduler = ManualScheduler()
        let foreign = Foreign()
        let counted = foreign.refCount(gracePeriod: .seconds(1), scheduler: scheduler)
        let second = SerialDisposable()
        foreign.onDisconnect = {
            if foreign.disconnections == 1 { second.disposable = counted.subscribe() }
        }
        foreign.onConnect = {
            if foreign.connections == 2 { second.dispose() }
        }
        counted.subscribe().dispose()
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual([foreign.connections, foreign.disconnections], [2, 1])
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual([foreign.connections, foreign.disconnections], [2, 2])
    }
}
