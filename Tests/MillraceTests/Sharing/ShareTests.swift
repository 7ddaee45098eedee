import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class ShareTests: MarbleTestCase {
    private static let sizes = [0, 1, 2, 3]

    private func marks(_ elements: [Int], replay: Int) -> [String] {
        elements.suffix(replay).map { "\($0)" }
    }

    /// Two subscribers of a shared source, the second four ticks after the first and in capitals.
    private func twice(_ shared: Observable<String>, _ scheduler: TestScheduler) -> Observable<String> {
        .merge(shared, shared.map { $0.uppercased() }.delaySubscription(.seconds(4), scheduler: scheduler))
    }

    func testALateSubscriberHearsWhatIsReplayedAtOnce() {
        check(
            source: "-a-b-    c    -|",
            result: "-a-b-    (cC) -|",
            active: "^----    -    -!"
        ) { twice($0.share(), $1) }
        check(
            source: "-a-b-    c    -|",
            result: "-a-bB    (cC) -|",
            active: "^----    -    -!"
        ) { twice($0.share(replay: 1), $1) }
        check(
            source: "-a-b -    c    -|",
            result: "-a-b (AB) (cC) -|",
            active: "^--- -    -    -!"
        ) { twice($0.share(replay: 2), $1) }
    }

    func testTheSourceIsDisposedBeforeItsEndIsDeliveredIfSeveralElementsAreReplayed() {
        for (replay, order) in [(0, "end disposal"), (1, "end disposal"), (2, "disposal end"), (9, "disposal end")] {
            for end in [Event<Int>.completed, .error(TestError())] {
                var log: [String] = []
                let source = TestSource<Int>()
                source.onDispose = { log.append("disposal") }
                let subscription = source.observable.share(replay: replay).subscribe { _ in log.append("end") }
                source.send(end)
                XCTAssertEqual(log.joined(separator: " "), order, "replay: \(replay), \(end)")
                subscription.dispose()
            }
        }
    }

    func testAReplayedEndComesAtTheSubscription() {
        check(
            source: "-a|",
            result: "-a--(A|)",
            active: "^-!"
        ) { twice($0.share(replay: 1, scope: .forever), $1) }
    }

    func testSubscribersShareOneSubscription() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource()
                let shared = source.observable.share(replay: replay, scope: scope)
                let recorders = (0..<3).map { _ in Recorder<Int>() }
                XCTAssertEqual(source.subscriptions, 0)
                let first = shared.subscribe(recorders[0])
                XCTAssertEqual(source.subscriptions, 1)
                source.send(1, 2, 3, 4)
                let second = shared.map { $0 }.subscribe(recorders[1])
                XCTAssertEqual(recorders[1].marks, marks([1, 2, 3, 4], replay: replay))
                source.send(5)
                let third = shared.subscribe(recorders[2])
                source.send(6)
                XCTAssertEqual(source.subscriptions, 1)
                XCTAssertEqual(recorders[0].elements, [1, 2, 3, 4, 5, 6])
                XCTAssertEqual(recorders[1].marks, marks([1, 2, 3, 4], replay: replay) + ["5", "6"])
                XCTAssertEqual(recorders[2].marks, marks([1, 2, 3, 4, 5], replay: replay) + ["6"])
                first.dispose()
                third.dispose()
                XCTAssertEqual(source.disposals, 0)
                source.send(7)
                second.dispose()
                XCTAssertEqual(source.disposals, 1)
                XCTAssertEqual(recorders[1].elements.last, 7)
                for subscription in [first, second, third] { subscription.dispose() }
                XCTAssertEqual(source.disposals, 1)
            }
        }
    }

    func testAfterTheLastHasLeftWhileConnectedBeginsAfreshAndForeverGoesOn() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource()
                let shared = source.observable.share(replay: replay, scope: scope)
                shared.subscribe().dispose()
                let first = shared.subscribe()
                source.send(1, 2, 3)
                first.dispose()
                let recorder = Recorder<Int>()
                let second = shared.subscribe(recorder)
                source.send(4)
                let replayed = scope == .forever ? marks([1, 2, 3], replay: replay) : []
                XCTAssertEqual(recorder.marks, replayed + ["4"], "\(scope) \(replay)")
                XCTAssertEqual(source.subscriptions, 3)
                XCTAssertEqual(source.disposals, 2)
                second.dispose()
            }
        }
    }

    func testATerminalEventDisconnects() {
        for (end, mark) in [(Event<Int>.completed, "|"), (.error(TestError("a")), "x(a)")] {
            for scope in [SubjectLifetimeScope.whileConnected, .forever] {
                for replay in ShareTests.sizes {
                    let source = TrackedSource()
                    let shared = source.observable.share(replay: replay, scope: scope)
                    let recorders = (0..<4).map { _ in Recorder<Int>() }
                    let early = [shared.subscribe(recorders[0]), shared.subscribe(recorders[1])]
                    source.send(1, 2)
                    source.send(end)
                    XCTAssertEqual(recorders[0].marks, ["1", "2", mark])
                    XCTAssertEqual(recorders[1].marks, ["1", "2", mark])
                    XCTAssertEqual(source.active, 0)
                    let late = [shared.subscribe(recorders[2]), shared.subscribe(recorders[3])]
                    source.send(3)
                    switch scope {
                    case .whileConnected:
                        XCTAssertEqual(recorders[2].marks, ["3"])
                        XCTAssertEqual(recorders[3].marks, ["3"])
                        XCTAssertEqual(source.subscriptions, 2)
                        XCTAssertEqual(source.active, 1)
                    case .forever:
                        XCTAssertEqual(recorders[2].marks, marks([1, 2], replay: replay) + [mark])
                        XCTAssertEqual(recorders[3].marks, marks([1, 2], replay: replay) + [mark])
                        XCTAssertEqual(source.active, 0)
                    }
                    for subscription in early + late { subscription.dispose() }
                    XCTAssertEqual(source.active, 0)
                }
            }
        }
    }

    func testASourceThatEmitsWhileItIsSubscribedToReachesTheFirstSubscriber() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource { _, observer in
                    observer.onNext(1)
                    observer.onNext(2)
                }
                let shared = source.observable.share(replay: replay, scope: scope)
                let recorders = [Recorder<Int>(), Recorder<Int>()]
                let first = shared.subscribe(recorders[0])
                let second = shared.subscribe(recorders[1])
                XCTAssertEqual(recorders[0].marks, ["1", "2"])
                XCTAssertEqual(recorders[1].marks, marks([1, 2], replay: replay))
                first.dispose()
                second.dispose()
                XCTAssertEqual(source.disposals, 1)
            }
        }
    }

    func testASynchronousSourceIsSubscribedToForEachSubscriberWhileConnectedAndOnceForever() {
        for replay in ShareTests.sizes {
            let count = Counter()
            let source = Observable<Int>.deferred {
                count.add()
                return Observable.of(1, 2, 3)
            }
            let recorders = (0..<4).map { _ in Recorder<Int>() }
            let afresh = source.share(replay: replay)
            _ = afresh.subscribe(recorders[0])
            _ = afresh.subscribe(recorders[1])
            XCTAssertEqual(count.value, 2)
            XCTAssertEqual(recorders[0].marks, ["1", "2", "3", "|"])
            XCTAssertEqual(recorders[1].marks, ["1", "2", "3", "|"])
            let forever = source.share(replay: replay, scope: .forever)
            _ = forever.subscribe(recorders[2])
            _ = forever.subscribe(recorders[3])
            XCTAssertEqual(recorders[2].marks, ["1", "2", "3", "|"])
            XCTAssertEqual(recorders[3].marks, marks([1, 2, 3], replay: replay) + ["|"])
        }
    }

    // RxSwift connects for a second subscriber that has ended already.
    func testASubscriberThatIsContentWithWhatIsReplayedNeedsNoConnection() {
        let source = TrackedSource { _, observer in observer.onNext(1) }
        let first = source.observable.share(replay: 1, scope: .forever).take(1)
        for _ in 0..<2 {
            let recorder = Recorder<Int>()
            _ = first.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "|"])
        }
        XCTAssertEqual(source.subscriptions, 1)
        XCTAssertEqual(source.active, 0)
    }

    func testASourceThatIsLeftWhileItIsSubscribedToIsDisposed() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource { _, observer in for i in 1...3 { observer.onNext(i) } }
                let shared = source.observable.share(replay: replay, scope: scope)
                let recorder = Recorder<Int>()
                _ = shared.take(2).subscribe(recorder)
                XCTAssertEqual(recorder.marks, ["1", "2", "|"], "\(scope) \(replay)")
                XCTAssertEqual(source.subscriptions, 1)
                XCTAssertEqual(source.disposals, 1, "\(scope) \(replay)")
            }
        }
    }

    func testOneWhoSubscribesAnewFromTheTerminalEventGetsANewConnection() {
        for replay in ShareTests.sizes {
            let source = TrackedSource()
            let shared = source.observable.share(replay: replay)
            let again = Recorder<Int>()
            let second = SerialDisposable()
            let first = shared.subscribe(onError: { _ in second.disposable = shared.subscribe(again) })
            source.send(1)
            source.send(.error(TestError()))
            XCTAssertEqual(again.marks, [], "\(replay)")
            source.send(2)
            XCTAssertEqual(again.marks, ["2"], "\(replay)")
            XCTAssertEqual(source.subscriptions, 2)
            XCTAssertEqual(source.active, 1)
            first.dispose()
            XCTAssertEqual(source.active, 1)
            second.dispose()
            XCTAssertEqual(source.active, 0)
        }
    }

    func testARecoveryBySubscribingAgainFindsANewConnectionEvenDuringTheFirst() {
        for replay in ShareTests.sizes {
            let source = TrackedSource { source, observer in
                observer.onNext(source.subscriptions)
                if source.subscriptions < 3 { observer.onError(TestError()) }
            }
            let shared = source.observable.share(replay: replay)
            let recorder = Recorder<Int>()
            let subscription = shared.catch { _ in shared }.catch { _ in shared }.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", "3"], "\(replay)")
            source.send(4)
            XCTAssertEqual(recorder.marks, ["1", "2", "3", "4"], "\(replay)")
            XCTAssertEqual(source.active, 1)
            subscription.dispose()
            XCTAssertEqual(source.active, 0)
        }
    }

    func testOneWhoComesWhileTheLastLeavesGetsANewConnection() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource()
                let shared = source.observable.share(replay: replay, scope: scope)
                let recorder = Recorder<Int>()
                let second = SerialDisposable()
                source.onDispose = {
                    if source.subscriptions == 1 { second.disposable = shared.subscribe(recorder) }
                }
                shared.subscribe().dispose()
                XCTAssertEqual(source.subscriptions, 2)
                source.send(1)
                XCTAssertEqual(recorder.marks, ["1"])
                second.dispose()
                XCTAssertEqual(source.active, 0)
            }
        }
    }

    func testSubscribersAreCalledInTheirOrder() {
        for replay in ShareTests.sizes {
            let source = TrackedSource()
            let shared = source.observable.share(replay: replay)
            var calls: [String] = []
            let subscriptions = (0..<50).map { i in
                shared.subscribe(onNext: { calls.append("\(i):\($0)") }, onCompleted: { calls.append("\(i)|") })
            }
            for i in stride(from: 0, to: 50, by: 7) { subscriptions[i].dispose() }
            source.send(1)
            source.send(.completed)
            let those = (0..<50).filter { $0 % 7 != 0 }
            XCTAssertEqual(calls, those.map { "\($0):1" } + those.map { "\($0)|" })
        }
    }

    func testWhatASubscriberSendsFromTheReplayFollowsIt() {
        let subject = PublishSubject<Int>()
        let shared = subject.share(replay: 1)
        let first = shared.subscribe()
        subject.onNext(1)
        var heard: [Int] = []
        let second = shared.subscribe(onNext: {
            heard.append($0)
            if $0 == 1 { subject.onNext(2) }
            heard.append(-$0)
        })
        XCTAssertEqual(heard, [1, -1, 2, -2])
        first.dispose()
        second.dispose()
        XCTAssertFalse(subject.hasObservers)
    }

    func testOneThatIsDisposedAlreadyDoesNotConnect() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource()
                let shared = source.observable.share(replay: replay, scope: scope)
                _ = Observable.just(1).concatenated(with: shared).take(1).subscribe()
                XCTAssertEqual(source.active, 0)
            }
        }
    }

    func testCapturesGoWithTheSubscription() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let tally = Token.Tally()
                let subject = PublishSubject<Int>()
                let shared = subject.share(replay: replay, scope: scope)
                func subscribe(_ token: Token) -> Disposable { shared.subscribe(onNext: { _ in token.keep() }) }
                let first = subscribe(Token(tally))
                let second = subscribe(Token(tally))
                subject.onNext(1)
                first.dispose()
                XCTAssertEqual(tally.count, 1)
                subject.onCompleted()
                XCTAssertEqual(tally.count, 0)
                withExtendedLifetime([first, second]) {}
            }
        }
    }

    func testReplayedElementsGoWithTheConnection() {
        for replay in [1, 2] {
            let tally = Token.Tally()
            let subject = PublishSubject<Token>()
            let shared = subject.share(replay: replay)
            let subscription = shared.subscribe()
            for _ in 0..<5 { subject.onNext(Token(tally)) }
            XCTAssertEqual(tally.count, replay)
            subscription.dispose()
            XCTAssertEqual(tally.count, 0)
        }
    }

    func testASharedSourceThatNobodyHoldsAnyMoreGoesOn() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let source = TrackedSource()
                let recorder = Recorder<Int>()
                let subscription = source.observable.share(replay: replay, scope: scope).subscribe(recorder)
                source.send(1, 2)
                subscription.dispose()
                XCTAssertEqual(recorder.marks, ["1", "2"])
                XCTAssertEqual(source.active, 0)
            }
        }
    }

    func testASourceThatGoesAwayReleasesTheSubscribers() {
        for scope in [SubjectLifetimeScope.whileConnected, .forever] {
            for replay in ShareTests.sizes {
                let tally = Token.Tally()
                var subject: PublishSubject<Int>? = PublishSubject()
                var shared: Observable<Int>? = subject!.share(replay: replay, scope: scope)
                func subscribe(_ token: Token) -> Disposable { shared!.subscribe(onNext: { _ in token.keep() }) }
                let subscription = subscribe(Token(tally))
                subject?.onNext(1)
                shared = nil
                subject = nil
                XCTAssertEqual(tally.count, 0, "\(scope) \(replay)")
                subscription.dispose()
            }
        }
    }

    // There is nothing to replay, so subscribing is no reason to deliver what others send, which might have no end.
    func testWithoutAReplayElementsComeOnTheThreadThatSendsThem() {
        let source = PublishSubject<Int>()
        let shared = source.share()
        let sent = Counter()
        let first = shared.subscribe(onNext: { _ in sent.add() })
        let isOver = Counter()
        let sender = TestThread {
            while isOver.value == 0 { source.onNext(1) }
        }
        waitUntil { sent.value != 0 }
        let here = Thread.current
        let strays = Counter()
        for _ in 0..<20_000 {
            shared.subscribe(onNext: { _ in if Thread.current === here { strays.add() } }).dispose()
        }
        isOver.add()
        sender.join()
        first.dispose()
        XCTAssertEqual(strays.value, 0)
    }

    func testWhatComesAfterTheEndOfADoFollowsTheSharedEnd() {
        for (replay, order) in [(1, "end after disposal"), (2, "disposal end after")] {
            var log: [String] = []
            let source = PublishSubject<Int>()
            _ = source.do(afterCompleted: { log.append("after") }, onDispose: { log.append("disposal") })
                .share(replay: replay)
                .subscribe(onCompleted: { log.append("end") })
            source.onCompleted()
            XCTAssertEqual(log.joined(separator: " "), order, "replay: \(replay)")
        }
    }
}

extension Observable {
    /// This sequence and then the other, by the operators at hand.
    fileprivate func concatenated(with other: Observable<Element>) -> Observable<Element> {
        Observable.create { [self] observer in
            let serial = SerialDisposable()
            serial.disposable = subscribe(
                onNext: { observer.onNext($0) },
                onCompleted: { serial.disposable = other.subscribe(observer) }
            )
            return serial
        }
    }
}
