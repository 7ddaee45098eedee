import Millrace
import TestSupport
import XCTest

final class MulticastTests: XCTestCase {
    func testNothingIsSubscribedToBeforeConnect() {
        let source = TrackedSource()
        let connectable = source.observable.publish()
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let first = connectable.subscribe(recorders[0])
        XCTAssertEqual(source.subscriptions, 0)
        let connection = connectable.connect()
        XCTAssertEqual(source.subscriptions, 1)
        source.send(1)
        let second = connectable.subscribe(recorders[1])
        source.send(2)
        XCTAssertEqual(recorders.map(\.elements), [[1, 2], [2]])
        connection.dispose()
        XCTAssertEqual(source.disposals, 1)
        source.send(3)
        XCTAssertEqual(recorders.map(\.marks), [["1", "2"], ["2"]])
        first.dispose()
        second.dispose()
    }

    func testAConnectedOneConnectsOnce() {
        let source = TrackedSource()
        let connectable = source.observable.publish()
        let first = connectable.connect()
        let second = connectable.connect()
        XCTAssertTrue(first as AnyObject === second as AnyObject)
        XCTAssertEqual(source.subscriptions, 1)
        second.dispose()
        XCTAssertEqual(source.active, 0)
        let third = connectable.connect()
        XCTAssertEqual(source.subscriptions, 2)
        first.dispose()
        XCTAssertEqual(source.active, 1)
        third.dispose()
        XCTAssertEqual(source.active, 0)
    }

    func testASubscriberOfAFormerConnectionHearsNothingOfTheNext() {
        let source = TrackedSource()
        let connectable = source.observable.publish()
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let old = connectable.subscribe(recorders[0])
        connectable.connect().dispose()
        let new = connectable.subscribe(recorders[1])
        let connection = connectable.connect()
        source.send(1)
        XCTAssertEqual(recorders.map(\.elements), [[], [1]])
        old.dispose()
        new.dispose()
        connection.dispose()
    }

    func testASubjectThatIsGivenIsUsedForEveryConnection() {
        let source = TrackedSource()
        let subject = PublishSubject<Int>()
        let connectable = source.observable.multicast(subject)
        let recorder = Recorder<Int>()
        let subscription = connectable.subscribe(recorder)
        connectable.connect().dispose()
        let connection = connectable.connect()
        source.send(1)
        subject.onNext(2)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        let late = Recorder<Int>()
        _ = connectable.subscribe(late)
        XCTAssertEqual(late.marks, ["|"])
        XCTAssertEqual(source.active, 0)
        subscription.dispose()
        connection.dispose()
    }

    func testSubjectsAreMadeForTheFirstAndAfterEachConnection() {
        let source = TrackedSource()
        let made = Counter()
        let connectable = source.observable.multicast {
            made.add()
            return ReplaySubject<Int>.create(bufferSize: 1)
        }
        XCTAssertEqual(made.value, 0)
        let recorder = Recorder<Int>()
        let first = connectable.subscribe(recorder)
        let connection = connectable.connect()
        XCTAssertEqual(made.value, 1)
        source.send(1)
        let second = connectable.subscribe(recorder)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "1", "|", "|"])
        let third = connectable.subscribe(recorder)
        XCTAssertEqual(made.value, 2)
        XCTAssertEqual(recorder.marks.count, 4)
        for subscription in [first, second, third, connection] { subscription.dispose() }
    }

    func testATerminalEventDisconnectsBeforeItArrives() {
        for end in [Event<Int>.completed, .error(TestError("a"))] {
            let source = TrackedSource()
            let connectable = source.observable.publish()
            var active: Int?
            let again = Recorder<Int>()
            let later = SerialDisposable()
            let subscription = connectable.materialize().subscribe(onNext: { event in
                guard event.isStopEvent else { return }
                active = source.active
                later.disposable = Disposables.create(connectable.subscribe(again), connectable.connect())
            })
            let connection = connectable.connect()
            source.send(end)
            XCTAssertEqual(active, 0)
            XCTAssertTrue((connection as! Cancelable).isDisposed)
            source.send(5)
            XCTAssertEqual(again.marks, ["5"])
            later.dispose()
            XCTAssertEqual(source.active, 0)
            subscription.dispose()
        }
    }

    func testReplayAndReplayAllReplay() {
        for (size, expected) in [(0, []), (1, [3]), (2, [2, 3]), (nil, [1, 2, 3])] {
            let source = TrackedSource()
            let connectable = size.map { source.observable.replay($0) } ?? source.observable.replayAll()
            let connection = connectable.connect()
            source.send(1, 2, 3)
            let recorder = Recorder<Int>()
            let subscription = connectable.subscribe(recorder)
            source.send(4)
            XCTAssertEqual(recorder.elements, expected + [4])
            subscription.dispose()
            connection.dispose()
        }
    }

    func testASourceThatEndsWhileItIsConnectedIsDisposed() {
        let source = TrackedSource { _, observer in
            observer.onNext(1)
            observer.onCompleted()
        }
        let connectable = source.observable.replayAll()
        let recorder = Recorder<Int>()
        let subscription = connectable.subscribe(recorder)
        let connection = connectable.connect()
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertTrue((connection as! Cancelable).isDisposed)
        XCTAssertEqual(source.active, 0)
        subscription.dispose()
    }

    func testTheConnectionGoesOnWithoutItsObservable() {
        let source = TrackedSource()
        let recorder = Recorder<Int>()
        func connect() -> [Disposable] {
            let connectable = source.observable.publish()
            return [connectable.subscribe(recorder), connectable.connect()]
        }
        let disposables = connect()
        source.send(1)
        disposables[1].dispose()
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(source.active, 0)
        disposables[0].dispose()
    }

    func testOneSubscriptionIsSharedInsideASelector() {
        let source = TrackedSource()
        let made = Counter()
        let observable = source.observable.multicast(
            {
                made.add()
                return PublishSubject<Int>()
            },
            selector: { shared in
                Observable.create { observer in
                    Disposables.create(
                        shared.map { $0 * 10 }.subscribe(observer),
                        shared.map { $0 * 100 }.subscribe(observer)
                    )
                }
            }
        )
        XCTAssertEqual(made.value, 0)
        let recorder = Recorder<Int>()
        let subscription = observable.subscribe(recorder)
        XCTAssertEqual(source.subscriptions, 1)
        source.send(1, 2)
        XCTAssertEqual(recorder.elements, [10, 100, 20, 200])
        let second = observable.subscribe(recorder)
        XCTAssertEqual(made.value, 2)
        XCTAssertEqual(source.subscriptions, 2)
        subscription.dispose()
        XCTAssertEqual(source.active, 1)
        second.dispose()
        XCTAssertEqual(source.active, 0)
    }

    func testASelectorsEndDisconnects() {
        let source = TrackedSource { _, observer in observer.onNext(1) }
        let observable = source.observable.multicast({ PublishSubject<Int>() }, selector: { $0.take(2) })
        let recorder = Recorder<Int>()
        _ = observable.subscribe(recorder)
        source.send(2, 3)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        XCTAssertEqual(source.active, 0)
        let once = source.observable.multicast({ PublishSubject<Int>() }, selector: { $0.take(1) })
        _ = once.subscribe(recorder)
        XCTAssertEqual(source.active, 0)
    }

    /// What a selector returns may drop its observer, as `never()` does.
    func testASelectorsConnectionGoesOnWithoutItsObservable() {
        let source = TrackedSource()
        let recorder = Recorder<Int>()
        let subscription = source.observable
            .multicast({ PublishSubject<Int>() }) { shared in
                _ = shared.subscribe(recorder)
                return Observable<Int>.never()
            }
            .subscribe()
        source.send(1)
        XCTAssertEqual(recorder.elements, [1])
        subscription.dispose()
        XCTAssertEqual(source.active, 0)
    }

    func testWhatTheClosuresOfASelectorThrowIsTheError() {
        let source = TrackedSource()
        let recorder = Recorder<Int>()
        func fail<Result>() throws -> Result { throw TestError("a") }
        _ = source.observable.multicast({ try fail() as PublishSubject<Int> }, selector: { $0 }).subscribe(recorder)
        _ = source.observable.multicast({ PublishSubject<Int>() }, selector: { _ in try fail() as Observable<Int> })
            .subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(a)", "x(a)"])
        XCTAssertEqual(source.subscriptions, 0)
    }
}
