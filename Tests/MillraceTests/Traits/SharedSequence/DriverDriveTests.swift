import Foundation
import Millrace
import TestSupport
import XCTest

/// `drive` in all its forms; on the main thread, where tests run, the main scheduler emits at once.
final class DriverDriveTests: XCTestCase {
    private let subject = PublishSubject<Int>()
    private var driver: Driver<Int> { subject.asDriver(onErrorJustReturn: 0) }

    private final class Target: @unchecked Sendable {
        let log: Log

        init(_ log: Log) { self.log = log }
    }

    func testEventsReachAllObserversInTheirOrder() {
        let log = Log()
        let subscription = driver.drive(AnyObserver { log.write("a \($0)") }, AnyObserver { log.write("b \($0)") })
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["a next(1)", "b next(1)", "a completed", "b completed"])
        subscription.dispose()
    }

    func testElementsReachObserversOfTheOptionalType() {
        let recorders = [Recorder<Int?>(), Recorder<Int?>()]
        let subscription = driver.drive(recorders[0], recorders[1])
        subject.onNext(1)
        subject.onCompleted()
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["Optional(1)", "|"]) }
        subscription.dispose()
    }

    func testABinderIsDriven() {
        let log = Log()
        let subscription = driver.drive(Binder(log) { $0.write("\($1)") })
        subject.onNext(1)
        XCTAssertEqual(log.lines, ["1"])
        subscription.dispose()
    }

    func testElementsReachRelaysAndCompletionDoesNot() {
        let behaviors = [BehaviorRelay(value: 0), BehaviorRelay(value: 0)]
        let replays = [ReplayRelay<Int>.create(bufferSize: 9), ReplayRelay<Int>.create(bufferSize: 9)]
        let subscriptions = [driver.drive(behaviors[0], behaviors[1]), driver.drive(replays[0], replays[1])]
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        for behavior in behaviors { XCTAssertEqual(marks(behavior), ["2"]) }
        for replay in replays { XCTAssertEqual(marks(replay), ["1", "2"]) }
        for subscription in subscriptions { subscription.dispose() }
    }

    func testElementsReachRelaysOfTheOptionalType() {
        let behaviors = [BehaviorRelay<Int?>(value: nil), BehaviorRelay<Int?>(value: nil)]
        let replays = [ReplayRelay<Int?>.create(bufferSize: 9), ReplayRelay<Int?>.create(bufferSize: 9)]
        let subscriptions = [driver.drive(behaviors[0], behaviors[1]), driver.drive(replays[0], replays[1])]
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        for behavior in behaviors { XCTAssertEqual(marks(behavior), ["Optional(2)"]) }
        for replay in replays { XCTAssertEqual(marks(replay), ["Optional(1)", "Optional(2)"]) }
        for subscription in subscriptions { subscription.dispose() }
    }

    func testAFunctionThatSubscribes() {
        let recorder = Recorder<Int>()
        let subscription = driver.drive { (source: Observable<Int>) -> Disposable in source.subscribe(recorder) }
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testACurriedFunctionThatSubscribes() {
        func subscribing(_ source: Observable<Int>) -> (Recorder<Int>) -> Disposable {
            { recorder in source.subscribe(recorder) }
        }
        let recorder = Recorder<Int>()
        let subscription = driver.drive(subscribing, curriedArgument: recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
    }

    func testClosures() {
        let log = Log()
        let subscription = driver.drive(
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
        let subscription = driver.drive(
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
        let drive: Closures = driver.drive(onNext:onCompleted:onDisposed:)
        let subscription = drive({ log.write("\($0)") }, { log.write("|") }, nil)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "|"])
        subscription.dispose()
    }

    private func driveWith(_ target: Target) -> Disposable {
        driver.drive(
            with: target,
            onNext: { $0.log.write("\($1)") },
            onCompleted: { $0.log.write("onCompleted") },
            onDisposed: { $0.log.write("onDisposed") }
        )
    }

    func testClosuresWithAnObject() {
        let log = Log()
        let target = Target(log)
        let subscription = driveWith(target)
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
        let subscription = driveWith(target!)
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
        let drive: Closures = driver.drive(with:onNext:onCompleted:onDisposed:)
        let subscription = drive(log, { $0.write("\($1)") }, { $0.write("|") }, nil)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "|"])
        subscription.dispose()
    }

    func testWithoutClosures() {
        let log = Log()
        let subscription = driver.do(onNext: { log.write("\($0)") }).drive()
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(log.lines, ["1"])
    }

    func testTheLatestElementComesFirst() {
        let relay = BehaviorRelay(value: 1)
        let driver = relay.asDriver()
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let earlier = driver.drive(first)
        relay.accept(2)
        let later = driver.drive(second)
        relay.accept(3)
        XCTAssertEqual(first.marks, ["1", "2", "3"])
        XCTAssertEqual(second.marks, ["2", "3"])
        for subscription in [earlier, later] { subscription.dispose() }
    }
}
