import Millrace
import MillraceTest
import TestSupport
import XCTest

final class CompletableTests: XCTestCase {
    private func events(_ completable: Completable) -> [CompletableEvent] {
        let events = Box<[CompletableEvent]>([])
        _ = completable.subscribe { events.value.append($0) }
        return events.value
    }

    private func created(_ events: CompletableEvent...) -> Completable {
        .create { observer in
            for event in events { observer(event) }
            return Disposables.create()
        }
    }

    func testTheFirstEventCounts() {
        XCTAssertEqual(events(created(.completed, .completed, .error(TestError()))), [.completed])
        XCTAssertEqual(events(created(.error(TestError("bad")), .completed)), [.error(TestError("bad"))])
        XCTAssertEqual(events(created()), [])
    }

    func testOneClosureIsCalledAndThenOnDisposed() {
        let log = Box<[String]>([])
        func subscribe(_ completable: Completable) {
            _ = completable.subscribe(
                onCompleted: { log.value.append("|") },
                onError: { log.value.append("x(\($0))") },
                onDisposed: { log.value.append("onDisposed") }
            )
        }
        subscribe(created(.completed))
        subscribe(created(.error(TestError("bad"))))
        XCTAssertEqual(log.value, ["|", "onDisposed", "x(bad)", "onDisposed"])
    }

    func testDisposalDisposesTheSourceThenCallsOnDisposedOnce() {
        let log = Box<[String]>([])
        let send = Box<(CompletableEvent) -> Void>({ _ in })
        let subscription = Completable.create { observer in
            send.value = observer
            return Disposables.create { log.value.append("source disposed") }
        }
        .subscribe(onCompleted: { log.value.append("|") }, onDisposed: { log.value.append("onDisposed") })
        subscription.dispose()
        subscription.dispose()
        send.value(.completed)
        XCTAssertEqual(log.value, ["source disposed", "onDisposed"])
    }

    func testSources() {
        XCTAssertEqual(events(.empty()), [.completed])
        XCTAssertEqual(events(.error(TestError("bad"))), [.error(TestError("bad"))])
        XCTAssertEqual(events(.never()), [])
        XCTAssertEqual(events(Observable<Never>.empty().asCompletable()), [.completed])
        XCTAssertEqual(events(Observable.of(1, 2).ignoreElements().asCompletable()), [.completed])
    }

    func testAnErrorWithoutAHandlerGoesToTheHook() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let heard = Box<[String]>([])
        Hooks.defaultErrorHandler = { stack, error in heard.value.append("\(error) \(stack.count)") }
        _ = Completable.error(TestError()).subscribe(onCompleted: {})
        XCTAssertEqual(heard.value, ["error 1"])
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        let subject = PublishSubject<Never>()
        checkClosuresWithAnObject(
            [Completable.error(TestError("bad")), .empty()],
            pending: subject.asCompletable(),
            write: ["x(bad)", "onDisposed", "|", "onDisposed"],
            end: { subject.onCompleted() },
            subscribe: { completable, log in
                completable.subscribe(
                    with: log,
                    onCompleted: { $0.write("|") },
                    onError: { $0.write("x(\($1))") },
                    onDisposed: { $0.write("onDisposed") }
                )
            }
        )
    }
}
