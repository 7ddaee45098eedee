import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class SubscribeWeakTests: XCTestCase {
    private final class Target {
        let log: Box<[String]>

        init(_ log: Box<[String]>) {
            self.log = log
        }

        func on(_ event: Event<Int>) { log.value.append("\(event)") }
        func next(_ element: Int) { log.value.append("next \(element)") }
        func error(_ error: Error) { log.value.append("error \(error)") }
        func completed() { log.value.append("completed") }
        func disposed() { log.value.append("disposed") }
    }

    private let log = Box<[String]>([])
    private let source = PublishSubject<Int>()

    private func subscribe(_ target: Target) -> [Disposable] {
        [
            source.subscribe(weak: target, Target.on),
            source.subscribeNext(weak: target, Target.next),
            source.subscribeError(weak: target, Target.error),
            source.subscribeCompleted(weak: target, Target.completed),
            source.subscribe(
                weak: target,
                onNext: Target.next,
                onError: Target.error,
                onCompleted: Target.completed,
                onDisposed: Target.disposed
            ),
        ]
    }

    func testMethodsThatMayBeAbsent() {
        for quiet in [true, false] {
            log.value = []
            let target = Target(log)
            let subscription = Observable.just(1).subscribe(
                weak: target,
                onNext: quiet ? nil : Target.next,
                onCompleted: quiet ? nil : { target in { target.completed() } }
            )
            XCTAssertEqual(log.value, quiet ? [] : ["next 1", "completed"])
            subscription.dispose()
        }
    }

    func testEachEventReachesItsMethod() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        Hooks.defaultErrorHandler = { _, _ in }
        for (end, marks): (Event<Int>, [String]) in [
            (.completed, ["completed", "completed", "completed", "disposed"]),
            (.error(TestError()), ["error(error)", "error error", "error error", "disposed"]),
        ] {
            log.value = []
            let source = PublishSubject<Int>()
            let target = Target(log)
            let subscriptions = [
                source.subscribe(weak: target, Target.on),
                source.subscribeNext(weak: target, Target.next),
                source.subscribeError(weak: target, Target.error),
                source.subscribeCompleted(weak: target, Target.completed),
                source.subscribe(
                    weak: target,
                    onNext: Target.next,
                    onError: Target.error,
                    onCompleted: Target.completed,
                    onDisposed: Target.disposed
                ),
            ]
            source.onNext(1)
            XCTAssertEqual(log.value, ["next(1)", "next 1", "next 1"])
            log.value = []
            source.on(end)
            for subscription in subscriptions { subscription.dispose() }
            XCTAssertEqual(log.value, marks)
        }
    }

    func testDisposalCallsOnDisposed() {
        let target = Target(log)
        for subscription in subscribe(target) { subscription.dispose() }
        XCTAssertEqual(log.value, ["disposed"])
        XCTAssertFalse(source.hasObservers)
    }

    func testTheObjectIsHeldWeakly() {
        var target: Target? = Target(log)
        weak let alive = target
        let subscriptions = subscribe(target!)
        target = nil
        XCTAssertNil(alive)
        source.onNext(1)
        source.onCompleted()
        XCTAssertEqual(log.value, [])
        withExtendedLifetime(subscriptions) {}
    }

    func testWhoGetsAnErrorWithoutOnError() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let errors = Box<[String]>([])
        Hooks.defaultErrorHandler = { places, error in errors.value.append("\(error) at \(places)") }
        let target = Target(log)
        _ = Observable<Int>.error(TestError()).subscribe(weak: target, onNext: Target.next)
        XCTAssertEqual(errors.value, [])
        _ = Observable<Int>.error(TestError()).subscribeNext(weak: target, Target.next)
        XCTAssertEqual(errors.value, ["error at [\"MillraceOperatorsTests/SubscribeWeakTests.swift:\(#line - 1)\"]"])
    }

    @MainActor private final class Screen {
        var shown: [Int] = []

        func show(_ element: Int) { shown.append(element) }
        func clear() { shown = [] }

        func observe(_ source: Observable<Int>) -> [Disposable] {
            [
                source.subscribeNext(weak: self, Screen.show),
                source.subscribeNext(weak: self) { screen in { screen.shown.append($0 * 10) } },
                source.subscribe(weak: self, onCompleted: Screen.clear),
            ]
        }
    }

    @MainActor func testMethodsOfAnActor() {
        let screen = Screen()
        let subscriptions = screen.observe(source)
        source.onNext(1)
        XCTAssertEqual(screen.shown, [1, 10])
        source.onCompleted()
        XCTAssertEqual(screen.shown, [])
        withExtendedLifetime(subscriptions) {}
    }

    @MainActor func testAMethodOfAnActorThatIsCalledElsewhereIsReported() {
        let (checks, handler) = (Hooks.isolationChecks, Hooks.isolationHandler)
        defer { (Hooks.isolationChecks, Hooks.isolationHandler) = (checks, handler) }
        let reports = Box<[String]>([])
        Hooks.isolationChecks = .report
        Hooks.isolationHandler = { reports.value.append($0.operation) }
        let screen = Screen()
        let subscription = source.subscribeNext(weak: screen) { _ in { @MainActor _ in } }
        let source = source
        concurrently({ source.onNext(1) })
        XCTAssertEqual(reports.value, ["subscribeNext(weak:_:)"])
        withExtendedLifetime((screen, subscription)) {}
    }
}
