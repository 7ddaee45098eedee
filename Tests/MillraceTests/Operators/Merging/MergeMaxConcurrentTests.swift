import Millrace
import TestSupport
import XCTest

/// `merge(maxConcurrent:)`, and `concat()` and `concatMap(_:)`, which allow for one source at a time.
final class MergeMaxConcurrentTests: XCTestCase {
    private let recorder = Recorder<Int>()

    func testSourcesWaitForRoomInTheirOrder() {
        let outer = PublishSubject<Observable<Int>>()
        let inner = (0..<4).map { _ in TestSource<Int>() }
        let subscription = outer.merge(maxConcurrent: 2).subscribe(recorder)
        for source in inner { outer.onNext(source.observable) }
        XCTAssertEqual(inner.map(\.subscriptions), [1, 1, 0, 0])
        inner[1].send(10)
        inner[0].send(1)
        inner[1].send(.completed)
        XCTAssertEqual(inner.map(\.subscriptions), [1, 1, 1, 0])
        XCTAssertEqual(inner[1].disposals, 1)
        inner[2].send(20)
        inner[0].send(.completed)
        inner[3].send(30)
        XCTAssertEqual(recorder.marks, ["10", "1", "20", "30"])
        subscription.dispose()
        XCTAssertEqual(inner.map(\.disposals), [1, 1, 1, 1])
        XCTAssertFalse(outer.hasObservers)
    }

    func testASourceThatIsBeingSubscribedToHoldsUpNobody() {
        let outer = PublishSubject<Observable<Int>>()
        let ticks = PublishSubject<Int>()
        let (entered, leaves) = (Moment(), Moment())
        let subscription = outer.merge(maxConcurrent: 2).subscribe(recorder)
        outer.onNext(ticks)
        let thread = TestThread {
            outer.onNext(
                .create { observer in
                    entered.set()
                    leaves.wait()
                    observer.onNext(2)
                    return Disposables.create()
                }
            )
        }
        entered.wait()
        ticks.onNext(1)
        XCTAssertEqual(recorder.marks, ["1"])
        leaves.set()
        thread.join()
        XCTAssertEqual(recorder.marks, ["1", "2"])
        ticks.onError(TestError())
        XCTAssertEqual(recorder.marks, ["1", "2", "x(error)"])
        subscription.dispose()
    }

    func testASourceIsDisposedBeforeTheOneThatTakesItsPlaceIsSubscribedTo() {
        var log: [String] = []
        let outer = PublishSubject<Observable<Int>>()
        let first = TestSource<Int>()
        first.onDispose = { log.append("first disposed") }
        _ = outer.concat().subscribe { log.append("\($0)") }
        outer.onNext(first.observable)
        outer.onNext(
            Observable.create { observer in
                log.append("second subscribed")
                observer.onNext(2)
                return Disposables.create()
            }
        )
        first.send(.completed)
        XCTAssertEqual(log, ["first disposed", "second subscribed", "next(2)"])
    }

    // RxSwift subscribes when the work of the current thread's trampoline has returned.
    func testASourceThatHasWaitedIsSubscribedToAtOnceInsideATrampoline() {
        let forms: [(String, (Observable<Observable<Int>>) -> Observable<Int>)] = [
            ("merge(maxConcurrent:)", { $0.merge(maxConcurrent: 1) }),
            ("concat()", { $0.concat() }),
            ("concatMap", { $0.concatMap { $0 } }),
        ]
        for (name, form) in forms {
            let log = Box<[String]>([])
            let outer = PublishSubject<Observable<Int>>()
            let first = PublishSubject<Int>()
            let subscription = form(outer).subscribe(onNext: { log.value.append("\($0)") })
            outer.onNext(first)
            outer.onNext(Observable.just(2).do(onSubscribe: { log.value.append("second subscribed") }))
            CurrentThreadScheduler.instance.schedule(()) { _ in
                first.onCompleted()
                log.value.append("work returns")
                return Disposables.create()
            }
            .dispose()
            XCTAssertEqual(log.value, ["second subscribed", "2", "work returns"], name)
            subscription.dispose()
        }
    }

    func testItCompletesWhenAllHave() {
        let outer = TestSource<Observable<Int>>()
        let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
        _ = outer.observable.concat().subscribe(recorder)
        outer.send(a, b)
        outer.send(.completed)
        XCTAssertEqual(outer.disposals, 1)
        a.onCompleted()
        XCTAssertEqual(recorder.marks, [])
        b.onNext(1)
        b.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(outer.disposals, 1)
    }

    func testTheSelectorIsCalledWhileAnotherSourceIsActive() {
        let source = PublishSubject<Int>()
        let called = Box<[Int]>([])
        let inner = (0..<3).map { _ in PublishSubject<Int>() }
        let subscription = source.concatMap { element in
            called.value.append(element)
            return inner[element]
        }
        .subscribe(recorder)
        for element in 0..<3 { source.onNext(element) }
        XCTAssertEqual(called.value, [0, 1, 2])
        XCTAssertEqual(inner.map(\.hasObservers), [true, false, false])
        subscription.dispose()
        XCTAssertEqual(inner.map(\.hasObservers), [false, false, false])
    }

    func testErrorsOfEachSourceEndIt() {
        for failing in 0..<3 {
            let recorder = Recorder<Int>()
            let outer = TestSource<Observable<Int>>()
            let inner = [TestSource<Int>(), TestSource<Int>()]
            _ = outer.observable.merge(maxConcurrent: 2).subscribe(recorder)
            outer.send(inner[0].observable, inner[1].observable)
            inner[0].send(1)
            if failing == 2 { outer.send(.error(TestError())) } else { inner[failing].send(.error(TestError())) }
            XCTAssertEqual(recorder.marks, ["1", "x(error)"])
            XCTAssertEqual(outer.disposals, 1)
            XCTAssertEqual(inner.map(\.disposals), [1, 1])
        }
    }

    func testWhatTheSelectorThrowsEndsIt() {
        let source = TestSource<Int>()
        _ = source.observable.concatMap { _ -> Observable<Int> in throw TestError() }.subscribe(recorder)
        source.send(1)
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnElementThatTheEndOfASourceBringsWaitsItsTurn() {
        let outer = PublishSubject<Int>()
        let first = PublishSubject<Int>()
        _ = outer.concatMap { element -> Observable<Int> in
            switch element {
            case 0: first
            case 1:
                Observable.create { observer in
                    observer.onNext(1)
                    observer.onCompleted()
                    // There is room now, but 2 came earlier.
                    outer.onNext(3)
                    return Disposables.create()
                }
            default: .just(element)
            }
        }
        .subscribe(recorder)
        for element in 0..<3 { outer.onNext(element) }
        first.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "2", "3"])
        outer.onCompleted()
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
    }

    func testAnOuterSourceThatCompletesWhileThoseThatWaitAreStartedDoesNotEndIt() {
        let outer = PublishSubject<Int>()
        let first = PublishSubject<Int>()
        _ = outer.concatMap { element -> Observable<Int> in
            switch element {
            case 0: first
            case 1:
                Observable.create { observer in
                    observer.onCompleted()
                    outer.onCompleted()
                    return Disposables.create()
                }
            default: .just(element)
            }
        }
        .subscribe(recorder)
        for element in 0..<4 { outer.onNext(element) }
        first.onCompleted()
        XCTAssertEqual(recorder.marks, ["2", "3", "|"])
    }

    func testDisposalReleasesTheSourcesThatWait() {
        let outer = TestSource<Observable<Int>>()
        weak var held: Probe?
        do {
            let probe = Probe()
            held = probe
            let subscription = outer.observable.concat().subscribe(recorder)
            outer.send(.never(), Observable.just(1).do(onNext: { _ in probe.touch() }))
            XCTAssertNotNil(held)
            subscription.dispose()
        }
        XCTAssertNil(held)
    }

    func testManyThatWaitTakeNoStack() {
        let count = TestMode.size(100_000, sanitized: 2_000)
        onSmallStack {
            let outer = PublishSubject<Int>()
            let first = PublishSubject<Int>()
            let sum = Box(0)
            _ = outer.concatMap { $0 == 0 ? first : Observable.just(1) }.subscribe(onNext: { sum.value += $0 })
            for element in 0...count { outer.onNext(element) }
            XCTAssertEqual(sum.value, 0)
            first.onCompleted()
            XCTAssertEqual(sum.value, count)
        }
    }

    func testManySynchronousSourcesTakeNoStack() {
        let count = TestMode.size(100_000, debug: 30_000, sanitized: 2_000)
        onSmallStack {
            let sum = Box(0)
            let ends = Box(0)
            let source = Observable.range(start: 0, count: count)
            let just = Observable.just(1)
            for merged in [
                source.concatMap { _ in just }, source.flatMap { _ in just },
                Observable.merge(Array(repeating: just, count: count)),
                source.map { _ in just }.merge(maxConcurrent: 3),
                source.concatMap { _ in Observable.of(1) }, source.flatMap { _ in Observable.of(1) },
            ] {
                sum.value = 0
                _ = merged.subscribe(onNext: { sum.value += $0 }, onCompleted: { ends.value += 1 })
                XCTAssertEqual(sum.value, count)
            }
            XCTAssertEqual(ends.value, 6)
        }
    }
}
