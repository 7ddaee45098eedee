import Foundation
import Millrace
import TestSupport
import XCTest

/// What the forms of `drive` and of `emit` have in common. Each check is given the form to subscribe with; on the main
/// thread, where tests run, the main scheduler emits at once.
struct SubscriptionChecks<Strategy: SharingStrategyProtocol> {
    typealias Sequence = SharedSequence<Strategy, Int>
    typealias OnNext = @Sendable (Int) -> Void
    typealias OnEnd = @Sendable () -> Void
    typealias Closures = (OnNext?, OnEnd?, OnEnd?) -> Disposable
    typealias OnNextWith<Object> = @Sendable (Object, Int) -> Void
    typealias OnEndWith<Object> = @Sendable (Object) -> Void
    typealias ClosuresWith<Object> = (Object, OnNextWith<Object>?, OnEndWith<Object>?, OnEndWith<Object>?) -> Disposable

    /// An object that the closures are given, and that may go before they do.
    final class Target: @unchecked Sendable {
        let log: Log

        init(_ log: Log) { self.log = log }
    }

    private let subject = PublishSubject<Int>()
    private let sequence: Sequence

    /// - Parameter make: makes the sequence of a source.
    init(_ make: (Observable<Int>) -> Sequence) {
        sequence = make(subject)
    }

    func eventsReachAllObserversInTheirOrder(
        _ subscribe: (Sequence, AnyObserver<Int>, AnyObserver<Int>) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = subscribe(
            sequence,
            AnyObserver { log.write("a \($0)") },
            AnyObserver { log.write("b \($0)") }
        )
        subject.onNext(1)
        subject.onCompleted()
        let expected = ["a next(1)", "b next(1)", "a completed", "b completed"]
        XCTAssertEqual(log.lines, expected, file: file, line: line)
        subscription.dispose()
    }

    func elementsReachObserversOfTheOptionalType(
        _ subscribe: (Sequence, Recorder<Int?>, Recorder<Int?>) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let recorders = [Recorder<Int?>(), Recorder<Int?>()]
        let subscription = subscribe(sequence, recorders[0], recorders[1])
        subject.onNext(1)
        subject.onCompleted()
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["Optional(1)", "|"], file: file, line: line) }
        subscription.dispose()
    }

    func elementsReachABinder(
        _ subscribe: (Sequence, Binder<Int>) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = subscribe(sequence, Binder(log) { $0.write("\($1)") })
        subject.onNext(1)
        XCTAssertEqual(log.lines, ["1"], file: file, line: line)
        subscription.dispose()
    }

    /// Two relays that `make` makes emit `marks`, the value that they begin with included, of the elements 1 and 2, and do
    /// not complete.
    func relays<Relay: ObservableType>(
        _ make: @autoclosure () -> Relay,
        emit marks: [String],
        _ subscribe: (Sequence, Relay, Relay) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let relays = [make(), make()]
        let recorders = relays.map { _ in Recorder<Relay.Element>() }
        let recordings = zip(relays, recorders).map { relay, recorder in relay.subscribe(recorder) }
        let subscription = subscribe(sequence, relays[0], relays[1])
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        for recorder in recorders { XCTAssertEqual(recorder.marks, marks, file: file, line: line) }
        for disposable in recordings + [subscription] { disposable.dispose() }
    }

    func closuresAreCalledOnTheMainThread(
        _ subscribe: (Sequence, OnNext?, OnEnd?, OnEnd?) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = subscribe(
            sequence,
            { log.write("\($0) \(Thread.isMainThread)") },
            { log.write("onCompleted \(Thread.isMainThread)") },
            { log.write("onDisposed") }
        )
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1 true", "onCompleted true", "onDisposed"], file: file, line: line)
        subscription.dispose()
        XCTAssertEqual(log.lines.count, 3, file: file, line: line)
    }

    func disposalEndsIt(
        _ subscribe: (Sequence, OnNext?, OnEnd?, OnEnd?) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = subscribe(
            sequence,
            { log.write("\($0)") },
            { log.write("onCompleted") },
            { log.write("onDisposed") }
        )
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "onDisposed"], file: file, line: line)
        XCTAssertFalse(subject.hasObservers, file: file, line: line)
    }

    func itIsAFunctionValue(
        _ function: (Sequence) -> Closures,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = function(sequence)({ log.write("\($0)") }, { log.write("|") }, nil)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "|"], file: file, line: line)
        subscription.dispose()
    }

    func closuresAreGivenTheObject(
        _ subscribe: (Sequence, Target, OnNextWith<Target>?, OnEndWith<Target>?, OnEndWith<Target>?) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let target = Target(log)
        let subscription = subscribe(
            sequence,
            target,
            { $0.log.write("\($1)") },
            { $0.log.write("onCompleted") },
            { $0.log.write("onDisposed") }
        )
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "onCompleted", "onDisposed"], file: file, line: line)
        subscription.dispose()
        withExtendedLifetime(target) {}
    }

    func closuresAreCalledWhileTheObjectLives(
        _ subscribe: (Sequence, Target, OnNextWith<Target>?, OnEndWith<Target>?, OnEndWith<Target>?) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        var target: Target? = Target(log)
        weak var held: Target?
        held = target
        let subscription = subscribe(
            sequence,
            target!,
            { $0.log.write("\($1)") },
            { $0.log.write("onCompleted") },
            { $0.log.write("onDisposed") }
        )
        subject.onNext(1)
        target = nil
        XCTAssertNil(held, file: file, line: line)
        subject.onNext(2)
        subscription.dispose()
        XCTAssertEqual(log.lines, ["1"], file: file, line: line)
    }

    func itIsAFunctionValueWithAnObject(
        _ function: (Sequence) -> ClosuresWith<Log>,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = function(sequence)(log, { $0.write("\($1)") }, { $0.write("|") }, nil)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(log.lines, ["1", "|"], file: file, line: line)
        subscription.dispose()
    }

    func theClosuresOfDoAreCalledWithoutOthers(
        _ subscribe: (Sequence) -> Disposable,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let log = Log()
        let subscription = subscribe(sequence.do(onNext: { log.write("\($0)") }))
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        XCTAssertEqual(log.lines, ["1"], file: file, line: line)
    }
}
