import Foundation
import Millrace
import TestSupport
import XCTest

/// `emit` in all its forms; on the main thread, where tests run, the main scheduler emits at once.
final class SignalEmitTests: XCTestCase {
    private let subject = PublishSubject<Int>()
    private var signal: Signal<Int> { subject.asSignal(onErrorJustReturn: 0) }

    private final class Target: @unchecked Sendable {
        let log: Log

        init(_ log: Log) { self.log = log }
    }

    func testEventsReachAllObserversInTheirOrder() {
        let log = Log()
        let subscription = signal.emit(to: AnyObserver { log.write("a \($0)") }, AnyObserver { log.write("b \($0)") })
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["a next(1)", "b next(1)", "a completed", "b completed"])
        subscription.dispose()
    }

    func testElementsReachObserversOfTheOptionalType() {
        let recorders = [Recorder<Int?>(), Recorder<Int?>()]
        let subscription = signal.emit(to: recorders[0], recorders[1])
        subject.onNext(1)
        subject.onCompleted()
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["Optional(1)", "|"]) }
        subscription.dispose()
    }

    func testABinder() {
        let log = Log()
        let subscription = signal.emit(to: Binder(log) { $0.write("\($1)") })
        subject.onNext(1)
        XCTAssertEqual(log.lines, ["1"])
        subscription.dispose()
    }

    func testElementsReachRelaysAndCompletionDoesNot() {
        let publishes = [PublishRelay<Int>(), PublishRelay<Int>()]
        let behaviors = [BehaviorRelay(value: 0), BehaviorRelay(value: 0)]
        let replays = [ReplayRelay<Int>.create(bufferSize: 9), ReplayRelay<Int>.create(bufferSize: 9)]
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let subscriptions = [
            publishes[0].subscribe(recorders[0]), publishes[1].subscribe(recorders[1]),
            signal.emit(to: publishes[0], publishes[1]), signal.emit(to: behaviors[0], behaviors[1]),
            signal.emit(to: replays[0], replays[1]),
        ]
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        for behavior in behaviors { XCTAssertEqual(marks(behavior), ["2"]) }
        for replay in replays { XCTAssertEqual(marks(replay), ["1", "2"]) }
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["1", "2"]) }
        for subscription in subscriptions { subscription.dispose() }
    }

    func testElementsReachRelaysOfTheOptionalType() {
        let publishes = [PublishRelay<Int?>(), PublishRelay<Int?>()]
        let behaviors = [BehaviorRelay<Int?>(value: nil), BehaviorRelay<Int?>(value: nil)]
        let replays = [ReplayRelay<Int?>.create(bufferSize: 9), ReplayRelay<Int?>.create(bufferSize: 9)]
        let recorders = [Recorder<Int?>(), Recorder<Int?>()]
        let subscriptions = [
            publishes[0].subscribe(recorders[0]), publishes[1].subscribe(recorders[1]),
            signal.emit(to: publishes[0], publishes[1]), signal.emit(to: behaviors[0], behaviors[1]),
            signal.emit(to: replays[0], replays[1]),
        ]
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        for behavior in behaviors { XCTAssertEqual(marks(behavior), ["Optional(2)"]) }
        for replay in replays { XCTAssertEqual(marks(replay), ["Optional(1)", "Optional(2)"]) }
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["Optional(1)", "Optional(2)"]) }
        for subscription in subscriptions { subscription.dispose() }
    }

    func testClosures() {
        let log = Log()
        let subscription = signal.emit(
            onNext: { log.write("\($0) \(Thread.isMainThread)") },
            onCompleted: { log.write("onCompleted \(Thread.isMainThread)") },
            onDisposed: { log.write("onDisposed") }
        )
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1 true", "onCompleted true", "onDisposed"])
        subscription.dispose()
        XCTAssertEqual(log.lines.count, 3)
    }

    func testDisposeEndsIt() {
        let log = Log()
        let subscription = signal.emit(
            onNext: { log.write("\($0)") },
            onCompleted: { log.write("onCompleted") },
            onDisposed: { log.write("onDisposed") }
        )
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "onDisposed"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testAsAFunctionValue() {
        typealias Closures = (
            (@Sendable (Int) -> Void)?, (@Sendable () -> Void)?, (@Sendable () -> Void)?
        ) -> Disposable
        let log = Log()
        let emit: Closures = signal.emit(onNext:onCompleted:onDisposed:)
        let subscription = emit({ log.write("\($0)") }, { log.write("|") }, nil)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "|"])
        subscription.dispose()
    }

    private func emitWith(_ target: Target) -> Disposable {
        signal.emit(
            with: target,
            onNext: { $0.log.write("\($1)") },
            onCompleted: { $0.log.write("onCompleted") },
            onDisposed: { $0.log.write("onDisposed") }
        )
    }

    func testClosuresWithAnObject() {
        let log = Log()
        let target = Target(log)
        let subscription = emitWith(target)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "onCompleted", "onDisposed"])
        subscription.dispose()
        withExtendedLifetime(target) {}
    }

    func testClosuresWithAnObjectAreCalledWhileItLives() {
        let log = Log()
        var target: Target? = Target(log)
        weak var held: Target?
        held = target
        let subscription = emitWith(target!)
        subject.onNext(1)
        target = nil
        XCTAssertNil(held)
        subject.onNext(2)
        subscription.dispose()
        XCTAssertEqual(log.lines, ["1"])
    }

    func testClosuresWithAnObjectAsAFunctionValue() {
        typealias Closures = (
            Log, (@Sendable (Log, Int) -> Void)?, (@Sendable (Log) -> Void)?, (@Sendable (Log) -> Void)?
        ) -> Disposable
        let log = Log()
        let emit: Closures = signal.emit(with:onNext:onCompleted:onDisposed:)
        let subscription = emit(log, { $0.write("\($1)") }, { $0.write("|") }, nil)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "|"])
        subscription.dispose()
    }

    func testWithoutClosures() {
        let log = Log()
        let subscription = signal.do(onNext: { log.write("\($0)") }).emit()
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(log.lines, ["1"])
    }

    func testNothingOfThePastComes() {
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let signal = signal
        let earlier = signal.emit(to: first)
        subject.onNext(1)
        let later = signal.emit(to: second)
        subject.onNext(2)
        XCTAssertEqual(first.marks, ["1", "2"])
        XCTAssertEqual(second.marks, ["2"])
        for subscription in [earlier, later] { subscription.dispose() }
    }

    func testAnotherThreadMaySubscribe() {
        let log = Log()
        let (signal, subject) = (signal, subject)
        let subscriptions = CompositeDisposable()
        let subscribed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = subscriptions.insert(signal.emit(onNext: { log.write("\($0) \(Thread.isMainThread)") }))
            subscribed.signal()
        }
        subscribed.waitPatiently()
        subject.onNext(1)
        XCTAssertEqual(log.lines, ["1 true"])
        subscriptions.dispose()
    }
}
