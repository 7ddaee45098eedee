import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SingleTests: XCTestCase {
    func testTheElementComesBeforeOnDisposed() {
        let log = Box<[String]>([])
        let single = Single<Int>.create { observer in
            observer(.success(1))
            observer(.success(2))
            observer(.failure(TestError()))
            return Disposables.create { log.value.append("source disposed") }
        }
        _ = single.subscribe(
            onSuccess: { log.value.append("\($0)") },
            onFailure: { log.value.append("\($0)") },
            onDisposed: { log.value.append("onDisposed") }
        )
        XCTAssertEqual(log.value, ["1", "onDisposed", "source disposed"])
    }

    func testTheErrorComesBeforeOnDisposed() {
        let log = Box<[String]>([])
        _ = Single<Int>.create { observer in
            observer(.failure(TestError()))
            return Disposables.create()
        }
        .subscribe(
            onSuccess: { log.value.append("\($0)") },
            onFailure: { log.value.append("\($0)") },
            onDisposed: { log.value.append("onDisposed") }
        )
        XCTAssertEqual(log.value, ["error", "onDisposed"])
    }

    func testDisposalDisposesTheSourceThenCallsOnDisposedOnce() {
        let log = Box<[String]>([])
        let send = Box<(SingleEvent<Int>) -> Void>({ _ in })
        let subscription = Single<Int>.create { observer in
            send.value = observer
            return Disposables.create { log.value.append("source disposed") }
        }
        .subscribe(onSuccess: { log.value.append("\($0)") }, onDisposed: { log.value.append("onDisposed") })
        subscription.dispose()
        subscription.dispose()
        send.value(.success(1))
        XCTAssertEqual(log.value, ["source disposed", "onDisposed"])
    }

    func testAnObserverGetsOneEvent() {
        let log = Box<[String]>([])
        let observe: @Sendable (SingleEvent<[Int]>) -> Void = { log.value.append("\($0)") }
        _ = Observable.of(1, 2).toArray().subscribe(observe)
        _ = Observable<Int>.error(TestError()).toArray().primitiveSequence.subscribe(observe)
        XCTAssertEqual(log.value, ["success([1, 2])", "failure(error)"])
    }

    func testAnErrorWithoutAHandlerGoesToTheHook() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let heard = Box<[String]>([])
        Hooks.defaultErrorHandler = { stack, error in heard.value.append("\(error) \(stack.count)") }
        _ = Observable<Int>.error(TestError()).toArray().subscribe(onSuccess: { _ in })
        XCTAssertEqual(heard.value, ["error 1"])
    }

    func testAClosureWithoutALabelHandlesEvents() {
        let log = Log()
        _ = Single.just(1).subscribe { log.write("\($0)") }
        XCTAssertEqual(log.lines, ["success(1)"])
    }

    func testSources() {
        XCTAssertEqual(marks(Single.just(7)), ["7", "|"])
        XCTAssertEqual(marks(Single<Int>.error(TestError("bad"))), ["x(bad)"])
        XCTAssertEqual(marks(Single<Int>.never()), [])
    }

    func testASingleWithoutItsElementSaysNothingButThatItIsDisposed() {
        let log = Log()
        let broken = Single.just(1).retry(0)
        let observe: @Sendable (SingleEvent<Int>) -> Void = { log.write("\($0)") }
        _ = broken.subscribe(observe)
        _ = broken.subscribe(
            onSuccess: { log.write("\($0)") },
            onFailure: { log.write("x(\($0))") },
            onDisposed: { log.write("onDisposed") }
        )
        XCTAssertEqual(log.lines, ["onDisposed"])
    }

    func testJustOnAScheduler() {
        let scheduler = ManualScheduler()
        let heard = Box<[SingleEvent<Int>]>([])
        let observe: @Sendable (SingleEvent<Int>) -> Void = { heard.value.append($0) }
        _ = Single.just(7, scheduler: scheduler).subscribe(observe)
        XCTAssertEqual(heard.value, [])
        scheduler.runDue()
        XCTAssertEqual(heard.value, [.success(7)])
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        let subject = PublishSubject<Int>()
        checkClosuresWithAnObject(
            [Single.just(1), .error(TestError("bad"))],
            pending: subject.asSingle(),
            write: ["1", "onDisposed", "x(bad)", "onDisposed"],
            end: {
                subject.onNext(1)
                subject.onCompleted()
            },
            subscribe: { single, log in
                single.subscribe(
                    with: log,
                    onSuccess: { $0.write("\($1)") },
                    onFailure: { $0.write("x(\($1))") },
                    onDisposed: { $0.write("onDisposed") }
                )
            }
        )
    }

    func testAsSingle() {
        func events(_ source: Observable<Int>) -> [SingleEvent<Int>] {
            let events = Box<[SingleEvent<Int>]>([])
            let observe: @Sendable (SingleEvent<Int>) -> Void = { events.value.append($0) }
            _ = source.asSingle().subscribe(observe)
            return events.value
        }
        XCTAssertEqual(events(.just(1)), [.success(1)])
        XCTAssertEqual(events(.empty()), [.failure(RxError.noElements)])
        XCTAssertEqual(events(.error(TestError())), [.failure(TestError())])
        XCTAssertEqual(events(.of(1, 2, 3)), [.failure(RxError.moreThanOneElement)])
        XCTAssertEqual(events(.never()), [])
        let excuses: [ContractRule: String] = [
            .completionIsForwarded: "an empty source is an error",
            .endDuringSubscription: "more than one element is an error",
        ]
        OperatorContract("asSingle", sends: [1], excusing: excuses) { source in source.asSingle().asObservable() }
            .check()
    }

    /// A source that has sent the element, and has not completed yet, may still fail.
    func testWhatComesAfterTheElementIsForNobody() {
        let (work, time) = (TestScheduler(initialClock: 0), TestScheduler(initialClock: 0))
        var events: [String] = []
        var unhandled = 0
        let former = Hooks.defaultErrorHandler
        Hooks.defaultErrorHandler = { _, _ in unhandled += 1 }
        defer { Hooks.defaultErrorHandler = former }
        func single() -> Single<Int> { Single.just(1, scheduler: work).timeout(.seconds(10), scheduler: time) }
        let subscriptions = [
            single().subscribe { events.append("\($0)") },
            single().subscribe(onSuccess: { events.append("\($0)") }, onFailure: { events.append("\($0)") }),
            single().subscribe(onSuccess: { events.append("\($0)") }),
            single().asMaybe().subscribe { events.append("\($0)") },
            single().asMaybe().subscribe(onSuccess: { events.append("\($0)") }, onError: { events.append("\($0)") }),
        ]
        work.advanceTo(1)
        time.advanceTo(20)
        XCTAssertEqual(events, ["success(1)", "1", "1", "success(1)", "1"])
        XCTAssertEqual(unhandled, 0)
        subscriptions.forEach { $0.dispose() }
    }
}
