import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTests: XCTestCase {
    private final class Target: @unchecked Sendable {
        let log: Log

        init(_ log: Log) { self.log = log }
    }

    func testAnEventConverts() {
        XCTAssertEqual(InfallibleEvent.next(1).event, .next(1))
        XCTAssertEqual(InfallibleEvent<Int>.completed.event, .completed)
        XCTAssertEqual(marks(Observable.of(InfallibleEvent.next(1), .completed).dematerialize()), ["1", "|"])
    }

    func testCreate() {
        let log = Log()
        let infallible = Infallible<Int>.create { observer in
            observer(.next(1))
            observer(.next(2))
            observer(.completed)
            observer(.next(3))
            return log.disposable("disposed")
        }
        XCTAssertEqual(marks(infallible), ["1", "2", "|"])
        XCTAssertEqual(log.lines, ["disposed"])
    }

    func testSources() {
        XCTAssertEqual(marks(Infallible.just(1)), ["1", "|"])
        XCTAssertEqual(marks(Infallible.of(1, 2, 3)), ["1", "2", "3", "|"])
        XCTAssertEqual(marks(Infallible.from([1, 2, 3])), ["1", "2", "3", "|"])
        XCTAssertEqual(marks(Infallible.from(Set([1]))), ["1", "|"])
        XCTAssertEqual(marks(Infallible<Int>.empty()), ["|"])
        XCTAssertEqual(marks(Infallible<Int>.never()), [])
    }

    func testSourcesOnAScheduler() {
        func check(_ source: (ManualScheduler) -> Infallible<Int>, _ expected: [String], line: UInt = #line) {
            let scheduler = ManualScheduler()
            let recorder = Recorder<Int>()
            _ = source(scheduler).asObservable().subscribe(recorder)
            XCTAssertEqual(recorder.marks, [], line: line)
            scheduler.runDue()
            XCTAssertEqual(recorder.marks, expected, line: line)
        }
        check({ .just(1, scheduler: $0) }, ["1", "|"])
        check({ .of(1, 2, scheduler: $0) }, ["1", "2", "|"])
        check({ .from([1, 2], scheduler: $0) }, ["1", "2", "|"])
        check({ .from(Set([1]), scheduler: $0) }, ["1", "|"])
    }

    func testDeferred() {
        let count = Counter()
        let infallible = Infallible.deferred { .just(count.add()) }
        XCTAssertEqual(count.value, 0)
        XCTAssertEqual(marks(infallible), ["1", "|"])
        XCTAssertEqual(marks(infallible), ["2", "|"])
    }

    func testAnErrorBecomesAnElement() {
        let failing = Observable.of(1).concat(Observable.error(TestError("bad")))
        XCTAssertEqual(marks(failing.asInfallible(onErrorJustReturn: 7)), ["1", "7", "|"])
        XCTAssertEqual(marks(failing.asInfallible(onErrorFallbackTo: .of(7, 8))), ["1", "7", "8", "|"])
        let texts = failing.map { "\($0)" }
        XCTAssertEqual(marks(texts.asInfallible(onErrorRecover: { .just("\($0)") })), ["1", "bad", "|"])
        XCTAssertEqual(marks(Single.just(1).asInfallible(onErrorJustReturn: 7)), ["1", "|"])
    }

    func testSubscribeWithAHandlerOfEvents() {
        let log = Log()
        _ = Infallible.of(1, 2).subscribe { log.write("\($0)") }
        XCTAssertEqual(log.lines, ["next(1)", "next(2)", "completed"])
    }

    func testSubscribeWithClosures() {
        let log = Log()
        _ = Infallible.of(1, 2).subscribe(
            onNext: { log.write("\($0)") },
            onCompleted: { log.write("|") },
            onDisposed: { log.write("onDisposed") }
        )
        XCTAssertEqual(log.lines, ["1", "2", "|", "onDisposed"])
        Infallible<Int>.never().subscribe(onDisposed: { log.write("disposed") }).dispose()
        XCTAssertEqual(log.lines.last, "disposed")
    }

    func testSubscribeAsAFunctionValue() {
        typealias Closures = (
            (@Sendable (Int) -> Void)?, (@Sendable () -> Void)?, (@Sendable () -> Void)?
        ) -> Disposable
        let log = Log()
        let subscribe: Closures = Infallible.of(1, 2).subscribe(onNext:onCompleted:onDisposed:)
        _ = subscribe({ log.write("\($0)") }, { log.write("|") }, nil)
        XCTAssertEqual(log.lines, ["1", "2", "|"])
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        let log = Log()
        let relay = PublishRelay<Int>()
        var target: Target? = Target(log)
        let subscription = relay.asInfallible().subscribe(
            with: target!,
            onNext: { $0.log.write("\($1)") },
            onCompleted: { $0.log.write("|") },
            onDisposed: { $0.log.write("onDisposed") }
        )
        relay.accept(1)
        target = nil
        relay.accept(2)
        subscription.dispose()
        XCTAssertEqual(log.lines, ["1"])

        let other = Target(log)
        _ = Infallible.just(3).subscribe(
            with: other,
            onNext: { $0.log.write("\($1)") },
            onCompleted: { $0.log.write("|") },
            onDisposed: { $0.log.write("onDisposed") }
        )
        XCTAssertEqual(log.lines, ["1", "3", "|", "onDisposed"])
    }

    func testABrokenPromiseIsHeardOfAtTheHook() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let heard = Box<[String]>([])
        Hooks.defaultErrorHandler = { stack, error in heard.value.append("\(error) \(stack.count)") }
        _ = Infallible<Int>.deferred { throw TestError() }.subscribe(onNext: { _ in })
        XCTAssertEqual(heard.value, ["error 1"])
    }
}
