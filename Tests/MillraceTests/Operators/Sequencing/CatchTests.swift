import Millrace
import TestSupport
import XCTest

final class CatchTests: XCTestCase {
    func testTheSecondSourceIsSubscribedToBeforeTheFirstIsDisposed() {
        var log: [String] = []
        let first = TestSource<Int>()
        first.onDispose = { log.append("first disposed") }
        let second = Observable<Int>.create { observer in
            log.append("second subscribed")
            observer.onNext(2)
            return Disposables.create { log.append("second disposed") }
        }
        let subscription = first.observable
            .catch { error in
                log.append("handler \(error)")
                return second
            }
            .subscribe { log.append("\($0)") }
        first.send(1)
        first.send(.error(TestError()))
        XCTAssertEqual(log, ["next(1)", "handler error", "second subscribed", "next(2)", "first disposed"])
        log = []
        subscription.dispose()
        XCTAssertEqual(log, ["second disposed"])
    }

    func testASecondSourceThatEndsWhileItIsSubscribedToDisposesTheFirstBeforeItself() {
        var log: [String] = []
        let first = TestSource<Int>()
        first.onDispose = { log.append("first disposed") }
        let second = Observable<Int>.create { observer in
            observer.onCompleted()
            return Disposables.create { log.append("second disposed") }
        }
        _ = first.observable.catch { _ in second }.subscribe { log.append("\($0)") }
        first.send(.error(TestError()))
        XCTAssertEqual(log, ["completed", "first disposed", "second disposed"])
    }

    func testTheSecondSourcesEndIsPassedOn() {
        for terminal in [Event<Int>.completed, .error(TestError("second"))] {
            let recorder = Recorder<Int>()
            let (first, second) = (TestSource<Int>(), TestSource<Int>())
            var handled = 0
            _ = first.observable.catch { [observable = second.observable] _ in
                handled += 1
                return observable
            }.subscribe(recorder)
            first.send(1)
            first.send(.error(TestError("first")))
            first.send(9)
            second.send(2)
            second.send(terminal)
            XCTAssertEqual(recorder.marks, ["1", "2", terminal.isCompleted ? "|" : "x(second)"])
            XCTAssertEqual(handled, 1)
            XCTAssertEqual(first.disposals, 1)
            XCTAssertEqual(second.disposals, 1)
        }
    }

    func testACompletionDoesNotCallTheHandler() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        var handled = 0
        _ = source.observable.catch { _ in
            handled += 1
            return Observable.range(start: 0, count: 1)
        }.subscribe(recorder)
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(handled, 0)
        XCTAssertEqual(source.disposals, 1)
    }

    func testWhatTheHandlerThrowsEndsIt() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.catch { throw TestError("handler of \($0)") }.subscribe(recorder)
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(handler of error)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testDisposingInTheHandlerDisposesBothSources() {
        let recorder = Recorder<Int>()
        let (first, second) = (TestSource<Int>(), TestSource<Int>())
        var subscription: Disposable?
        subscription = first.observable.catch { [observable = second.observable] _ in
            subscription?.dispose()
            return observable
        }.subscribe(recorder)
        first.send(.error(TestError()))
        second.send(1)
        XCTAssertEqual(recorder.marks, [])
        XCTAssertEqual(first.disposals, 1)
        XCTAssertEqual(second.disposals, second.subscriptions)
    }

    func testDisposingWhileTheSecondSourceIsSubscribedToDisposesBoth() {
        let first = TestSource<Int>()
        var disposals = 0
        var subscription: Disposable?
        let second = Observable<Int>.create { observer in
            for element in 1...3 { observer.onNext(element) }
            return Disposables.create { disposals += 1 }
        }
        var received: [Int] = []
        subscription = first.observable.catch { _ in second }.subscribe(onNext: { element in
            received.append(element)
            subscription?.dispose()
        })
        first.send(.error(TestError()))
        XCTAssertEqual(received, [1])
        XCTAssertEqual(first.disposals, 1)
        XCTAssertEqual(disposals, 1)
    }

    func testAnOperatorBelowStopsTheSecondSource() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.catch { _ in Observable.range(start: 0, count: 1_000_000) }.take(2).subscribe(recorder)
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["0", "1", "|"])
    }

    func testTheSecondSourceMayBeTheOneThatFailed() {
        let recorder = Recorder<Int>()
        var attempts = 0
        let source = Observable<Int>.create { observer in
            attempts += 1
            observer.onNext(attempts)
            observer.onError(TestError("\(attempts)"))
            return Disposables.create()
        }
        _ = source.catch { _ in source }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "x(2)"])
    }

    func testTheFirstSourcesSubscriptionIsReleasedWhenTheSecondHasBeenSubscribedTo() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        var token: Capture? = Capture()
        weak let alive = token
        let subscription = first.map { [token] element -> Int in
            _ = token
            return element
        }.catch { _ in second }.subscribe(onNext: { _ in })
        token = nil
        XCTAssertNotNil(alive)
        first.onError(TestError())
        XCTAssertNil(alive)
        XCTAssertTrue(second.hasObservers)
        subscription.dispose()
        XCTAssertFalse(second.hasObservers)
    }

    func testCapturesAreReleasedWhenTheSecondSourceGoesAwayWithoutAnEnd() {
        let first = PublishSubject<Int>()
        var second: PublishSubject<Int>? = PublishSubject<Int>()
        var token: Capture? = Capture()
        weak let alive = token
        var subscription: Disposable? = first.catch { [unowned second] _ in second! }
            .subscribe(onNext: { [token] _ in _ = token })
        token = nil
        first.onError(TestError())
        second?.onNext(1)
        XCTAssertNotNil(alive)
        second = nil
        XCTAssertNil(alive)
        XCTAssertNotNil(subscription)
        subscription = nil
    }
}
