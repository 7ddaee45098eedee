import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaybeTests: XCTestCase {
    /// Subscribes with all closures; what they were called with, in order.
    private func log(_ maybe: Maybe<Int>) -> [String] {
        let log = Box<[String]>([])
        _ = maybe.subscribe(
            onSuccess: { log.value.append("\($0)") },
            onError: { log.value.append("x(\($0))") },
            onCompleted: { log.value.append("|") },
            onDisposed: { log.value.append("onDisposed") }
        )
        return log.value
    }

    private func events(_ maybe: Maybe<Int>) -> [MaybeEvent<Int>] {
        let events = Box<[MaybeEvent<Int>]>([])
        _ = maybe.subscribe { events.value.append($0) }
        return events.value
    }

    private func created(_ events: MaybeEvent<Int>...) -> Maybe<Int> {
        .create { observer in
            for event in events { observer(event) }
            return Disposables.create()
        }
    }

    func testTheFirstEventCounts() {
        XCTAssertEqual(events(created(.success(1), .success(2), .completed)), [.success(1)])
        XCTAssertEqual(events(created(.error(TestError()), .success(2))), [.error(TestError())])
        XCTAssertEqual(events(created(.completed, .success(2))), [.completed])
        XCTAssertEqual(events(created()), [])
    }

    func testOneClosureIsCalledAndThenOnDisposed() {
        XCTAssertEqual(log(created(.success(1), .completed)), ["1", "onDisposed"])
        XCTAssertEqual(log(created(.error(TestError("bad")))), ["x(bad)", "onDisposed"])
        XCTAssertEqual(log(created(.completed)), ["|", "onDisposed"])
    }

    func testTheElementAndOnDisposedComeBeforeTheSourcesDisposal() {
        let log = Box<[String]>([])
        _ = Maybe<Int>.create { observer in
            observer(.success(1))
            return Disposables.create { log.value.append("source disposed") }
        }
        .subscribe(
            onSuccess: { log.value.append("\($0)") },
            onDisposed: { log.value.append("onDisposed") }
        )
        XCTAssertEqual(log.value, ["1", "onDisposed", "source disposed"])
    }

    func testDisposalDisposesTheSourceThenCallsOnDisposedOnce() {
        let log = Box<[String]>([])
        let send = Box<(MaybeEvent<Int>) -> Void>({ _ in })
        let subscription = Maybe<Int>.create { observer in
            send.value = observer
            return Disposables.create { log.value.append("source disposed") }
        }
        .subscribe(
            onSuccess: { log.value.append("\($0)") },
            onCompleted: { log.value.append("|") },
            onDisposed: { log.value.append("onDisposed") }
        )
        subscription.dispose()
        subscription.dispose()
        send.value(.success(1))
        XCTAssertEqual(log.value, ["source disposed", "onDisposed"])
    }

    func testSources() {
        XCTAssertEqual(events(.just(7)), [.success(7)])
        XCTAssertEqual(events(.empty()), [.completed])
        XCTAssertEqual(events(.error(TestError("bad"))), [.error(TestError("bad"))])
        XCTAssertEqual(events(.never()), [])
        let recorder = Recorder<Int>()
        _ = Maybe.just(7).asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["7", "|"])
    }

    func testJustOnAScheduler() {
        let scheduler = ManualScheduler()
        let heard = Box<[MaybeEvent<Int>]>([])
        _ = Maybe.just(7, scheduler: scheduler).subscribe { heard.value.append($0) }
        XCTAssertEqual(heard.value, [])
        scheduler.runDue()
        XCTAssertEqual(heard.value, [.success(7)])
    }

    func testAnErrorWithoutAHandlerGoesToTheHook() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let heard = Box<[String]>([])
        Hooks.defaultErrorHandler = { stack, error in heard.value.append("\(error) \(stack.count)") }
        _ = Maybe<Int>.error(TestError()).subscribe(onSuccess: { _ in })
        XCTAssertEqual(heard.value, ["error 1"])
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        let subject = PublishSubject<Int>()
        checkClosuresWithAnObject(
            [Maybe.just(1), .error(TestError("bad")), .empty()],
            pending: subject.asMaybe(),
            write: ["1", "onDisposed", "x(bad)", "onDisposed", "|", "onDisposed"],
            end: {
                subject.onNext(1)
                subject.onCompleted()
            },
            subscribe: { maybe, log in
                maybe.subscribe(
                    with: log,
                    onSuccess: { $0.write("\($1)") },
                    onError: { $0.write("x(\($1))") },
                    onCompleted: { $0.write("|") },
                    onDisposed: { $0.write("onDisposed") }
                )
            }
        )
    }

    func testAsMaybe() {
        XCTAssertEqual(events(Observable.just(1).asMaybe()), [.success(1)])
        XCTAssertEqual(events(Observable.empty().asMaybe()), [.completed])
        XCTAssertEqual(events(Observable.error(TestError()).asMaybe()), [.error(TestError())])
        XCTAssertEqual(events(Observable.of(1, 2, 3).asMaybe()), [.error(RxError.moreThanOneElement)])
        XCTAssertEqual(
            events(Observable.just(1).concat(Observable.error(TestError())).asMaybe()),
            [.error(TestError())]
        )
        let excuses: [ContractRule: String] = [.endDuringSubscription: "more than one element is an error"]
        OperatorContract("asMaybe", sends: [1], excusing: excuses) { source in source.asMaybe().asObservable() }.check()
    }

    func testTheElementWaitsForTheCompletion() {
        let subject = PublishSubject<Int>()
        let heard = Box<[MaybeEvent<Int>]>([])
        _ = subject.asMaybe().subscribe { heard.value.append($0) }
        subject.onNext(1)
        XCTAssertEqual(heard.value, [])
        subject.onCompleted()
        XCTAssertEqual(heard.value, [.success(1)])
    }
}
