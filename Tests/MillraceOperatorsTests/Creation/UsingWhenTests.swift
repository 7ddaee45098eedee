import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class UsingWhenTests: MarbleTestCase {
    func testTheEndWaitsForTheCleanup() {
        check(
            source: "-a-b-|",
            second: "---|",
            result: "-a-b----|",
            active: "^----!",
            joined: "-----^--!"
        ) { source, cleanup, _ in
            Observable.usingWhen(
                {},
                observableFactory: { source },
                asyncCleanup: { cleanup.ignoreElements().asCompletable() }
            )
        }
        check(
            source: "-a-#",
            second: "---|",
            result: "-a----#",
            active: "^--!",
            joined: "---^--!"
        ) { source, cleanup, _ in
            Observable.usingWhen(
                {},
                observableFactory: { source },
                asyncCleanup: { cleanup.ignoreElements().asCompletable() }
            )
        }
    }

    func testADisposalWhileTheCleanupIsBeingMade() {
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        var closed = 0
        let stream = Observable<Int>.usingWhen(
            {},
            observableFactory: { source },
            asyncCleanup: {
                subscription.dispose()
                return Completable.empty().do(onSubscribe: { closed += 1 })
            }
        )
        subscription.disposable = stream.subscribe()
        source.onCompleted()
        XCTAssertEqual(closed, 1)
    }

    func testTheSourceIsDisposedBeforeTheCleanupBegins() {
        for event in [Event<Int>.completed, .error(TestError())] {
            var log: [String] = []
            let source = PublishSubject<Int>()
            let subscription = Observable<Int>.usingWhen(
                {},
                observableFactory: { source.do(onDispose: { log.append("source") }) },
                asyncCleanup: { Completable.empty().do(onSubscribe: { log.append("cleanup") }) }
            ).subscribe(onError: { _ in log.append("error") }, onCompleted: { log.append("end") })
            source.on(event)
            XCTAssertEqual(log, ["source", "cleanup", event.error == nil ? "end" : "error"])
            subscription.dispose()
        }
    }

    func testAQueueBelowMayHoldTheSourceBack() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        let subscription = Observable.usingWhen(
            {},
            observableFactory: { Observable.range(start: 0, count: 10) },
            asyncCleanup: { Completable.empty() }
        ).observe(on: scheduler, capacity: 2, overflow: .suspend).subscribe(recorder)
        scheduler.start()
        XCTAssertEqual(recorder.marks, (0..<10).map { "\($0)" } + ["|"])
        subscription.dispose()
    }

    func testAnErrorOfTheCleanup() {
        check(source: "-a-|", second: "--#", result: "-a---#") { source, cleanup, _ in
            Observable.usingWhen(
                {},
                observableFactory: { source },
                asyncCleanup: { cleanup.ignoreElements().asCompletable() }
            )
        }
    }

    func testDisposalBeginsTheCleanupWhichGoesOn() {
        check(
            source: "-a-b-|",
            second: "---|",
            during: "^-!",
            result: "-a",
            active: "^-!",
            joined: "--^--!"
        ) { source, cleanup, _ in
            Observable.usingWhen(
                {},
                observableFactory: { source },
                asyncCleanup: { cleanup.ignoreElements().asCompletable() }
            )
        }
    }

    func testDisposalDuringTheCleanupLeavesItAlone() {
        check(
            source: "-a|",
            second: "-----|",
            during: "^---!",
            result: "-a",
            active: "^-!",
            joined: "--^----!"
        ) { source, cleanup, _ in
            Observable.usingWhen(
                {},
                observableFactory: { source },
                asyncCleanup: { cleanup.ignoreElements().asCompletable() }
            )
        }
    }

    private func errors(of body: () -> Void) -> [String] {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let errors = Box<[String]>([])
        Hooks.defaultErrorHandler = { errors.value.append("\($1)") }
        body()
        return errors.value
    }

    func testTheSourcesErrorGoesBeforeThatOfTheCleanup() {
        let recorder = Recorder<Int>()
        let lost = errors {
            _ = Observable<Int>.usingWhen(
                {},
                observableFactory: { .error(TestError("source")) },
                asyncCleanup: { .error(TestError("cleanup")) }
            ).subscribe(recorder)
        }
        XCTAssertEqual(recorder.marks, ["x(source)"])
        XCTAssertEqual(lost, ["cleanup"])
    }

    func testAnErrorThatNoOneCanReceive() {
        for disposesFirst in [true, false] {
            let cleanup = CompletableSubject()
            let source = PublishSubject<Int>()
            let lost = errors {
                let output = Observable<Int>.usingWhen(
                    {},
                    observableFactory: { source },
                    asyncCleanup: { cleanup.asCompletable() }
                )
                let subscription = output.subscribe()
                if !disposesFirst { source.onCompleted() }
                subscription.dispose()
                XCTAssertTrue(cleanup.hasObservers)
                cleanup.onError(TestError("late"))
            }
            XCTAssertEqual(lost, ["late"])
        }
    }

    func testFactoriesThatThrow() {
        let log = Box<[String]>([])
        func run(_ name: String) -> [String] {
            let recorder = Recorder<Int>()
            _ = Observable<Int>.usingWhen(
                { if name == "resource" { throw TestError(name) } },
                observableFactory: {
                    if name == "observable" { throw TestError(name) }
                    return .just(1)
                },
                asyncCleanup: {
                    log.value.append("cleanup")
                    if name == "cleanup" { throw TestError(name) }
                    return .empty()
                }
            ).subscribe(recorder)
            return recorder.marks
        }
        XCTAssertEqual(run("resource"), ["x(resource)"])
        XCTAssertEqual(log.value, [])
        XCTAssertEqual(run("observable"), ["x(observable)"])
        XCTAssertEqual(run("cleanup"), ["1", "x(cleanup)"])
        XCTAssertEqual(log.value, ["cleanup", "cleanup"])
    }

    func testEachSubscriptionHasAResourceThatIsReleased() {
        let tally = Token.Tally()
        let made = Counter()
        let output = Observable<Int>.usingWhen(
            {
                made.add()
                return Token(tally)
            },
            observableFactory: { token in Observable.just(1).do(onNext: { _ in token.keep() }) },
            asyncCleanup: { token in Completable.empty().do(onCompleted: { token.keep() }) }
        )
        for _ in 0..<3 { _ = output.subscribe() }
        XCTAssertEqual(made.value, 3)
        XCTAssertEqual(tally.count, 0)
    }
}
