import Millrace
import MillraceTest
import TestSupport
import XCTest

final class RetryWhenTests: XCTestCase {
    private let recorder = Recorder<Int>()

    func testAttemptsWithPausesBetween() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.cold("-a#", error: TestError())
        let retrying = source.retry(when: { (errors: Observable<Error>) in
            errors.enumerated().flatMap { index, error -> Observable<Int> in
                index == 2 ? .error(error) : .timer(.seconds(index + 2), scheduler: scheduler)
            }
        })
        scheduler.expect(
            retrying,
            emits: "-a---a----a#",
            error: TestError()
        )
        scheduler.expectSubscriptions(
            of: source,
            "       ^-!",
            "       ----^-!",
            "       ---------^-!"
        )
    }

    func testDisposalDuringAPauseStopsTheTimer() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.cold("-a#")
        let retrying = source.retry(when: { (errors: Observable<Error>) in
            errors.delay(.seconds(5), scheduler: scheduler)
        })
        scheduler.expect(
            retrying,
            during: "^---!",
            emits: " -a"
        )
        scheduler.expectSubscriptions(of: source, "^-!")
        XCTAssertEqual(scheduler.clock, 4)
    }

    func testEachTriggerBeginsAnotherAttempt() {
        let log = Box<[String]>([])
        let source = TestSource<Int>()
        source.onDispose = { log.value.append("disposed") }
        let triggers = PublishSubject<Void>()
        let subscription = source.observable.do(onSubscribe: { log.value.append("subscribed") })
            .retry(when: { errors -> PublishSubject<Void> in
                _ = errors.subscribe(onNext: { log.value.append("heard \($0)") })
                return triggers
            })
            .subscribe { log.value.append("\($0)") }
        triggers.onNext(())
        source.send(1)
        source.send(.error(TestError()))
        XCTAssertEqual(log.value, ["subscribed", "next(1)", "disposed", "heard error"])
        log.value = []
        triggers.onNext(())
        triggers.onNext(())
        XCTAssertEqual(log.value, ["subscribed"])
        source.send(2)
        subscription.dispose()
        XCTAssertEqual(log.value, ["subscribed", "next(2)", "disposed"])
        XCTAssertFalse(triggers.hasObservers)
    }

    func testTheTriggersAreSubscribedToFirstAndDisposedLast() {
        let log = Box<[String]>([])
        func logged(_ name: String) -> Observable<Int> {
            Observable.create { _ in
                log.value.append("\(name) subscribed")
                return Disposables.create { log.value.append("\(name) disposed") }
            }
        }
        let subscription = logged("source").retry(when: { (_: Observable<Error>) in logged("triggers") }).subscribe {
            _ in
        }
        subscription.dispose()
        XCTAssertEqual(log.value, ["triggers subscribed", "source subscribed", "source disposed", "triggers disposed"])
    }

    func testTheEndOfTheTriggersIsTheEndOnceTheSourceHasFailed() {
        for terminal in [Event<Int>.completed, .error(TestError("trigger"))] {
            for early in [true, false] {
                let recorder = Recorder<Int>()
                let source = TestSource<Int>()
                let triggers = TestSource<Int>()
                let observable = triggers.observable
                _ = source.observable.retry(when: { (_: Observable<Error>) in observable }).subscribe(recorder)
                if early { triggers.send(terminal) }
                source.send(1)
                XCTAssertEqual(recorder.marks, ["1"])
                source.send(.error(TestError()))
                if !early { triggers.send(terminal) }
                XCTAssertEqual(recorder.marks, ["1", terminal.isCompleted ? "|" : "x(trigger)"])
                XCTAssertEqual(source.disposals, 1)
                XCTAssertEqual(triggers.disposals, 1)
            }
        }
    }

    func testACompletionEndsItAndDisposesTheTriggers() {
        let triggers = TestSource<Int>()
        let source = TestSource<Int>()
        let observable = triggers.observable
        _ = source.observable.retry(when: { (_: Observable<Error>) in observable }).subscribe(recorder)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["|"])
        XCTAssertEqual(source.disposals, 1)
        XCTAssertEqual(triggers.disposals, 1)
    }

    func testAnErrorOfAnotherTypeEndsIt() {
        struct Other: Error {}
        let heard = Box(0)
        let source = TestSource<Int>()
        _ = source.observable.retry(when: { (errors: Observable<TestError>) in
            errors.do(onNext: { _ in heard.value += 1 })
        })
        .subscribe(recorder)
        source.send(.error(TestError()))
        source.send(1)
        source.send(.error(Other()))
        XCTAssertEqual(heard.value, 1)
        XCTAssertEqual(recorder.marks.first, "1")
        XCTAssertEqual(recorder.marks.count, 2)
        XCTAssertTrue(recorder.events.last?.error is Other)
    }

    func testASourceThatVanishesDisposesTheTriggers() {
        var source: PublishSubject<Int>? = PublishSubject()
        let triggers = TestSource<Int>()
        let observable = triggers.observable
        weak var held: Probe?
        let subscription: Disposable
        do {
            let probe = Probe()
            held = probe
            // Not held by the attempts to come.
            let weakly = Observable<Int>.deferred { [weak source] in source ?? .never() }
            subscription = weakly.retry(when: { (_: Observable<Error>) in observable })
                .subscribe(onNext: { _ in probe.touch() })
        }
        XCTAssertNotNil(held)
        source = nil
        XCTAssertNil(held)
        XCTAssertEqual(triggers.disposals, 1)
        subscription.dispose()
        XCTAssertEqual(triggers.disposals, 1)
    }

    func testTriggersThatEndBeforeAFailedAttemptHasBeenSubscribedToEndIt() {
        for terminal in [Event<Int>.completed, .error(TestError("triggers"))] {
            let recorder = Recorder<Int>()
            let attempts = Counter()
            let source = Observable<Int>.create { observer in
                observer.onNext(attempts.add())
                observer.onError(TestError())
                return Disposables.create()
            }
            _ = source.retry(when: { (errors: Observable<Error>) in
                errors.flatMap { _ in
                    Observable<Int>.create { observer in
                        observer.onNext(0)
                        if attempts.value == 2 { observer.on(terminal) }
                        return Disposables.create()
                    }
                }
                .take(terminal.isCompleted ? 2 : .max)
            })
            .subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["1", "2", terminal.isCompleted ? "|" : "x(triggers)"])
            XCTAssertEqual(attempts.value, 2)
        }
    }

    func testATriggerThatIsTheLastBeginsAnAttemptIfTheFailedOneHasBeenSubscribedTo() {
        let source = TestSource<Int>()
        _ = source.observable.retry(when: { (errors: Observable<Error>) in errors.take(1) }).subscribe(recorder)
        source.send(.error(TestError()))
        XCTAssertEqual(source.subscriptions, 2)
        source.send(1)
        XCTAssertEqual(recorder.marks, ["1"])
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    // RxSwift makes an attempt for each trigger, and disposes the attempt before it.
    func testSeveralTriggersInOneCallBeginOneAttempt() {
        var attempts = 0
        let source = Observable<Int>.create { observer in
            attempts += 1
            if attempts == 1 { observer.onError(TestError()) } else { observer.onNext(attempts) }
            return Disposables.create()
        }
        let subscription = source.retry(when: { (errors: Observable<Error>) in
            errors.flatMap { _ in Observable.of(0, 0, 0) }
        })
        .subscribe(recorder)
        XCTAssertEqual(attempts, 2)
        XCTAssertEqual(recorder.marks, ["2"])
        subscription.dispose()
    }

    func testManyFailuresTakeNoStack() {
        let count = TestMode.size(100_000, sanitized: 2_000)
        onSmallStack {
            let attempts = Box(0)
            let ended = Box(0)
            let source = Observable<Int>.create { observer in
                attempts.value += 1
                observer.on(attempts.value < count ? .error(TestError()) : .completed)
                return Disposables.create()
            }
            _ = source.retry(when: { (errors: Observable<TestError>) in errors.map { _ in 1 } })
                .subscribe(onCompleted: { ended.value += 1 })
            XCTAssertEqual(attempts.value, count)
            XCTAssertEqual(ended.value, 1)
        }
    }
}
