import Millrace
import TestSupport
import XCTest

final class RetryTests: XCTestCase {
    private let recorder = Recorder<Int>()

    /// Sends 1, then fails, `failures` times; afterwards it completes.
    private func failing(_ failures: Int, _ attempts: Counter, log: @escaping (String) -> Void = { _ in })
        -> Observable<Int>
    {
        Observable.create { observer in
            let attempt = attempts.add()
            log("subscribed \(attempt)")
            observer.onNext(attempt)
            observer.on(attempt <= failures ? .error(TestError("\(attempt)")) : .completed)
            log("returns \(attempt)")
            return Disposables.create { log("disposed \(attempt)") }
        }
    }

    func testItSubscribesAgainUntilTheSourceCompletes() {
        let attempts = Counter()
        _ = failing(3, attempts).retry().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "4", "|"])
        XCTAssertEqual(attempts.value, 4)
    }

    func testEachAttemptIsDisposedBeforeTheNext() {
        var log: [String] = []
        _ = failing(1, Counter(), log: { log.append($0) }).retry().subscribe { log.append("\($0)") }
        XCTAssertEqual(
            log,
            [
                "subscribed 1", "next(1)", "returns 1", "disposed 1", "subscribed 2", "next(2)", "completed",
                "returns 2",
                "disposed 2",
            ]
        )
    }

    func testTheLastErrorIsPassedOn() {
        let attempts = Counter()
        _ = failing(9, attempts).retry(3).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "x(3)"])
        XCTAssertEqual(attempts.value, 3)
    }

    func testNoAttemptCompletesAtOnce() {
        let attempts = Counter()
        _ = failing(9, attempts).retry(0).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
        XCTAssertEqual(attempts.value, 0)
    }

    func testNoAttemptCompletesWhateverIsBelow() {
        let attempts = Counter()
        let none = failing(9, attempts).retry(0)
        let sources: [Observable<Int>] = [
            none.retry(),
            none.retry(2),
            Observable.catch(sequence: [none, .just(1)]),
            Observable.catch(sequence: [.error(TestError()), none, .just(1)]),
            Observable.catch(sequence: [Observable.catch(sequence: []), .just(1)]),
            Observable.catch(sequence: []).retry(),
        ]
        for (number, source) in sources.enumerated() {
            let recorder = Recorder<Int>()
            let thread = TestThread { _ = source.subscribe(recorder) }
            XCTAssertTrue(thread.join(timeout: 30), "source \(number) does not end")
            XCTAssertEqual(recorder.marks, ["|"], "source \(number)")
        }
        XCTAssertEqual(attempts.value, 0)
    }

    func testAHotSourceIsSubscribedToAgain() {
        let source = TestSource<Int>()
        let subscription = source.observable.retry().subscribe(recorder)
        source.send(1)
        source.send(.error(TestError()))
        source.send(2)
        XCTAssertEqual(recorder.marks, ["1", "2"])
        XCTAssertEqual(source.subscriptions, 2)
        XCTAssertEqual(source.disposals, 1)
        subscription.dispose()
        XCTAssertEqual(source.disposals, 2)
    }

    func testDisposalEndsTheAttempts() {
        let attempts = Counter()
        let subscription = SerialDisposable()
        let source = PublishSubject<Int>()
        let retried = failing(.max, attempts).do(onError: { _ in if attempts.value == 10 { subscription.dispose() } })
            .retry()
        subscription.disposable = source.concat(retried).subscribe(recorder)
        source.onCompleted()
        XCTAssertEqual(attempts.value, 10)
    }

    func testManyFailuresTakeNeitherStackNorMemory() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 5_000)
        onSmallStack {
            let attempts = Box(0)
            let most = Box(0)
            let before = Memory.used
            let source = Observable<Int>.create { observer in
                attempts.value += 1
                if attempts.value % 100_000 == 0 { most.value = max(most.value, Memory.used - before) }
                observer.on(attempts.value < count ? .error(TestError()) : .completed)
                return Disposables.create()
            }
            let ended = Box(0)
            _ = source.retry().subscribe(onCompleted: { ended.value += 1 })
            XCTAssertEqual(attempts.value, count)
            XCTAssertEqual(ended.value, 1)
            if TestMode.measuresMemory { XCTAssertLessThan(most.value, 64 << 10) }
        }
    }

    func testNestedRetriesTakeNoStack() {
        let depth = TestMode.size(20_000, sanitized: 500)
        onSmallStack {
            let attempts = Box(0)
            let source = Observable<Int>.create { observer in
                attempts.value += 1
                observer.onError(TestError())
                return Disposables.create()
            }
            let failed = Box(0)
            _ = (0..<depth).reduce(source) { chain, _ in chain.retry(1) }
                .subscribe(onError: { _ in failed.value += 1 })
            XCTAssertEqual(attempts.value, 1)
            XCTAssertEqual(failed.value, 1)
        }
    }
}

final class CatchSequenceTests: XCTestCase {
    private let recorder = Recorder<Int>()

    func testItGoesOnFromErrorToErrorAndEndsWithTheFirstCompletion() {
        let sources = (0..<3).map { _ in TestSource<Int>() }
        _ = Observable.catch(sequence: sources.map(\.observable)).subscribe(recorder)
        sources[0].send(1)
        sources[0].send(.error(TestError()))
        XCTAssertEqual(sources.map(\.subscriptions), [1, 1, 0])
        XCTAssertEqual(sources.map(\.disposals), [1, 0, 0])
        sources[1].send(2)
        sources[1].send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        XCTAssertEqual(sources.map(\.disposals), [1, 1, 0])
        XCTAssertEqual(sources.map(\.subscriptions), [1, 1, 0])
    }

    func testTheLastErrorIsPassedOn() {
        _ = Observable<Int>.catch(sequence: [.error(TestError("a")), .error(TestError("b"))]).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(b)"])
    }

    func testNoSourcesComplete() {
        _ = Observable<Int>.catch(sequence: []).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }

    func testASequenceInASequenceIsFlat() {
        let inner = Observable<Int>.catch(sequence: [.error(TestError("a")), .error(TestError("b"))])
        _ = Observable.catch(sequence: [inner, .just(1)]).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }
}
