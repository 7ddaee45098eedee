import Millrace
import TestSupport
import XCTest

final class DoTests: XCTestCase {
    private var log: [String] = []

    override func setUp() {
        log = []
    }

    private func logging(_ source: Observable<Int>, _ name: String = "") -> Observable<Int> {
        source.do(
            onNext: { [unowned self] in log.append("\(name)onNext \($0)") },
            afterNext: { [unowned self] in log.append("\(name)afterNext \($0)") },
            onError: { [unowned self] in log.append("\(name)onError \($0)") },
            afterError: { [unowned self] in log.append("\(name)afterError \($0)") },
            onCompleted: { [unowned self] in log.append("\(name)onCompleted") },
            afterCompleted: { [unowned self] in log.append("\(name)afterCompleted") },
            onSubscribe: { [unowned self] in log.append("\(name)onSubscribe") },
            onSubscribed: { [unowned self] in log.append("\(name)onSubscribed") },
            onDispose: { [unowned self] in log.append("\(name)onDispose") }
        )
    }

    private func subscribe(_ source: Observable<Int>) -> Disposable {
        source.subscribe(
            onNext: { [unowned self] in log.append("next \($0)") },
            onError: { [unowned self] in log.append("error \($0)") },
            onCompleted: { [unowned self] in log.append("completed") },
            onDisposed: { [unowned self] in log.append("subscription disposed") }
        )
    }

    private func source() -> TestSource<Int> {
        let source = TestSource<Int>()
        source.onDispose = { [unowned self] in log.append("source disposed") }
        return source
    }

    func testTheOrderOfASubscriptionThatCompletes() {
        let source = source()
        _ = subscribe(logging(source.observable))
        XCTAssertEqual(log, ["onSubscribe", "onSubscribed"])
        log = []
        source.send(1)
        XCTAssertEqual(log, ["onNext 1", "next 1", "afterNext 1"])
        log = []
        source.send(.completed)
        XCTAssertEqual(
            log,
            ["onCompleted", "completed", "subscription disposed", "afterCompleted", "source disposed", "onDispose"]
        )
    }

    func testTheOrderOfASubscriptionThatFails() {
        let source = source()
        _ = subscribe(logging(source.observable))
        log = []
        source.send(.error(TestError("e")))
        XCTAssertEqual(
            log,
            ["onError e", "error e", "subscription disposed", "afterError e", "source disposed", "onDispose"]
        )
    }

    func testTheOrderOfASubscriptionThatIsDisposed() {
        let source = source()
        let subscription = subscribe(logging(source.observable))
        log = []
        subscription.dispose()
        XCTAssertEqual(log, ["source disposed", "onDispose", "subscription disposed"])
        subscription.dispose()
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(log.count, 3)
    }

    func testTheOrderOfASourceThatEndsWhileItIsSubscribedTo() {
        let source = Observable<Int>.create { [unowned self] observer in
            log.append("source subscribed")
            observer.onNext(1)
            observer.onCompleted()
            return Disposables.create { self.log.append("source disposed") }
        }
        _ = subscribe(logging(source))
        XCTAssertEqual(
            log,
            [
                "onSubscribe", "source subscribed", "onNext 1", "next 1", "afterNext 1", "onCompleted", "completed",
                "subscription disposed", "afterCompleted", "source disposed", "onSubscribed", "onDispose",
            ]
        )
    }

    func testAnOperatorBelowDisposesItBeforeWhatComesAfterTheEnd() {
        let source = source()
        _ = subscribe(logging(source.observable).map { $0 })
        log = []
        source.send(.completed)
        XCTAssertEqual(
            log,
            ["onCompleted", "completed", "subscription disposed", "source disposed", "onDispose", "afterCompleted"]
        )
    }

    func testWhatSharesItDoesNotDisposeItBeforeWhatComesAfterTheEnd() {
        for replay in 0...1 {
            let source = source()
            _ = subscribe(logging(source.observable).share(replay: replay))
            log = []
            source.send(.completed)
            XCTAssertEqual(
                log,
                ["onCompleted", "completed", "subscription disposed", "afterCompleted", "source disposed", "onDispose"]
            )
        }
    }

    func testTwoInARow() {
        let source = source()
        _ = subscribe(logging(logging(source.observable, "a."), "b."))
        XCTAssertEqual(log, ["b.onSubscribe", "a.onSubscribe", "a.onSubscribed", "b.onSubscribed"])
        log = []
        source.send(1)
        XCTAssertEqual(log, ["a.onNext 1", "b.onNext 1", "next 1", "b.afterNext 1", "a.afterNext 1"])
        log = []
        source.send(.completed)
        XCTAssertEqual(
            log,
            [
                "a.onCompleted", "b.onCompleted", "completed", "subscription disposed", "b.afterCompleted",
                "source disposed", "a.onDispose", "b.onDispose", "a.afterCompleted",
            ]
        )
    }

    func testOnDisposeIsCalledOnceWhenAnOperatorBelowEndsIt() {
        let source = source()
        _ = subscribe(logging(source.observable).take(1))
        log = []
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(
            log,
            [
                "onNext 1", "next 1", "completed", "subscription disposed", "source disposed", "onDispose",
                "afterNext 1",
            ]
        )
    }

    func testEachSubscriptionIsToldOf() {
        let source = source()
        let observable = source.observable.do(onDispose: { [unowned self] in log.append("onDispose") })
        let first = observable.subscribe(onNext: { _ in })
        let second = observable.subscribe(onNext: { _ in })
        first.dispose()
        XCTAssertEqual(log, ["source disposed", "onDispose"])
        second.dispose()
        XCTAssertEqual(log, ["source disposed", "onDispose", "source disposed", "onDispose"])
    }

    func testWhatAClosureBeforeAnEventThrowsTakesItsPlace() {
        let events: [Event<Int>] = [.next(1), .error(TestError("source")), .completed]
        for event in events {
            log = []
            let source = source()
            let failing = source.observable.do(
                onNext: { _ in throw TestError("onNext") },
                afterNext: { [unowned self] _ in log.append("afterNext") },
                onError: { _ in throw TestError("onError") },
                afterError: { [unowned self] _ in log.append("afterError") },
                onCompleted: { throw TestError("onCompleted") },
                afterCompleted: { [unowned self] in log.append("afterCompleted") },
                onDispose: { [unowned self] in log.append("onDispose") }
            )
            _ = subscribe(failing)
            source.send(event)
            let name =
                switch event {
                case .next: "onNext"
                case .error: "onError"
                case .completed: "onCompleted"
                }
            XCTAssertEqual(log, ["error \(name)", "subscription disposed", "source disposed", "onDispose"])
        }
    }

    func testWhatAClosureAfterAnElementThrowsFollowsIt() {
        let source = source()
        _ = subscribe(source.observable.do(afterNext: { if $0 == 2 { throw TestError("after") } }))
        source.send(1, 2, 3)
        XCTAssertEqual(log, ["next 1", "next 2", "error after", "subscription disposed", "source disposed"])
    }

    func testWhatAClosureAfterTheEndThrowsIsLost() {
        for terminal in [Event<Int>.completed, .error(TestError("e"))] {
            log = []
            let source = source()
            let failing = source.observable.do(
                afterError: { _ in throw TestError("after") },
                afterCompleted: { throw TestError("after") },
                onDispose: { [unowned self] in log.append("onDispose") }
            )
            _ = subscribe(failing)
            source.send(terminal)
            let end = terminal.isCompleted ? "completed" : "error e"
            XCTAssertEqual(log, [end, "subscription disposed", "source disposed", "onDispose"])
        }
    }

    func testDisposingInAClosureBeforeTheElementKeepsItBack() {
        let source = source()
        var subscription: Disposable?
        subscription = subscribe(
            source.observable.do(
                onNext: { _ in subscription?.dispose() },
                afterNext: { [unowned self] in log.append("afterNext \($0)") }
            )
        )
        source.send(1)
        XCTAssertEqual(log, ["source disposed", "subscription disposed", "afterNext 1"])
    }

    func testDisposingInAClosureBeforeTheEndKeepsItBack() {
        for terminal in [Event<Int>.completed, .error(TestError("e"))] {
            log = []
            let source = source()
            var subscription: Disposable?
            subscription = subscribe(
                source.observable.do(
                    onError: { _ in subscription?.dispose() },
                    onCompleted: { subscription?.dispose() },
                    onDispose: { [unowned self] in log.append("onDispose") }
                )
            )
            source.send(terminal)
            XCTAssertEqual(log, ["source disposed", "onDispose", "subscription disposed"])
        }
    }

    func testAnElementThatAnObserverSetsOffIsNested() {
        let subject = PublishSubject<Int>()
        let observable = subject.do(
            onNext: { [unowned self] in log.append("on \($0)") },
            afterNext: { [unowned self] in log.append("after \($0)") }
        )
        _ = observable.subscribe(onNext: { if $0 == 1 { subject.onNext(2) } })
        subject.onNext(1)
        XCTAssertEqual(log, ["on 1", "on 2", "after 2", "after 1"])
    }
}
