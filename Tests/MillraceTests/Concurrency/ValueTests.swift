import Foundation
import Millrace
import TestSupport
import XCTest

final class ValueTests: XCTestCase {
    func testASingleGivesItsElementOrThrows() {
        XCTAssertEqual(mark(Task { try await Single.just(1).value }), "1")
        XCTAssertEqual(mark(Task { try await Single<Int>.error(TestError()).value }), "x(error)")
        XCTAssertEqual(mark(Task { try await Single<Int?>.just(nil).value }), "nil")
    }

    func testAMaybeGivesItsElementOrNilOrThrows() {
        XCTAssertEqual(mark(Task { try await Maybe.just(1).value }), "Optional(1)")
        XCTAssertEqual(mark(Task { try await Maybe<Int>.empty().value }), "nil")
        XCTAssertEqual(mark(Task { try await Maybe<Int>.error(TestError()).value }), "x(error)")
    }

    func testACompletableReturnsOrThrows() {
        XCTAssertEqual(mark(Task { try await Completable.empty().value }), "()")
        XCTAssertEqual(mark(Task { try await Completable.error(TestError()).value }), "x(error)")
    }

    func testTheSubscriptionIsMadeForTheWaitAndIsOverBeforeItEnds() {
        let log = Log()
        let send = Box<(SingleEvent<Int>) -> Void>({ _ in })
        let isSubscribed = Moment()
        let source = Single<Int>.create { observer in
            send.value = observer
            log.write("subscribed")
            isSubscribed.set()
            return log.disposable("disposed")
        }
        let task = Task {
            log.write("waits")
            let element = try await source.value
            log.write("got \(element)")
        }
        isSubscribed.wait()
        send.value(.success(1))
        XCTAssertEqual(mark(task), "()")
        XCTAssertEqual(log.lines, ["waits", "subscribed", "disposed", "got 1"])
    }

    func testAnErrorComesAfterTheDisposalToo() {
        let subject = PublishSubject<Int>()
        let task = Task {
            do { return try await subject.asSingle().value } catch { return subject.hasObservers ? 1 : 0 }
        }
        waitUntil { subject.hasObservers }
        subject.onError(TestError())
        XCTAssertEqual(mark(task), "0")
    }

    private func cancelsWhileItWaits<Value>(
        _ wait: @escaping @Sendable (Observable<Int>) async throws -> Value,
        line: UInt = #line
    ) {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        func start(_ token: Token) -> Task<Value, any Error> {
            Task { try await wait(subject.map { token.keep($0) }) }
        }
        let task = start(Token(tally))
        waitUntil { subject.hasObservers }
        task.cancel()
        XCTAssertFalse(subject.hasObservers, line: line)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(mark(task), "x(cancelled)", line: line)
        XCTAssertEqual(tally.count, 0, line: line)
    }

    func testCancellationDisposesBeforeItReturnsAndThrows() {
        cancelsWhileItWaits { try await $0.asSingle().value }
        cancelsWhileItWaits { try await $0.asMaybe().value }
        cancelsWhileItWaits { try await $0.ignoreElements().asCompletable().value }
    }

    func testATaskThatIsCancelledAlreadySubscribesAndDisposesAtOnce() {
        let log = Log()
        let source = Completable.create { _ in
            log.write("subscribed")
            return log.disposable("disposed")
        }
        let task = Task {
            cancelMyself()
            log.write("waits")
            try await source.value
        }
        XCTAssertEqual(mark(task), "x(cancelled)")
        XCTAssertEqual(log.lines, ["waits", "subscribed", "disposed"])
    }

    func testASourceThatEmitsAtOnceGivesItsElementToACancelledTask() {
        let task = Task {
            cancelMyself()
            return try await Single.just(1).value
        }
        XCTAssertEqual(mark(task), "1")
    }

    func testCancellationInsideOfTheSubscribeDisposes() {
        // The source emits without end before `subscribe` has returned.
        let task = Box<Task<Int, any Error>?>(nil)
        let gate = Gate()
        let source = Observable.generate(initialState: 0, condition: { _ in true }, iterate: { $0 + 1 })
            .do(onNext: { if $0 == 10 { task.value?.cancel() } })
            .filter { $0 < 0 }
            .asSingle()
        task.value = Task {
            await gate.pass()
            return try await source.value
        }
        gate.open()
        XCTAssertEqual(mark(task.value!), "x(cancelled)")
    }

    func testCancellationAfterTheElementIsTooLate() {
        let task = Box<Task<Int, any Error>?>(nil)
        let subject = PublishSubject<Int>()
        let source = subject.asSingle().do(afterSuccess: { _ in task.value?.cancel() })
        task.value = Task { try await source.value }
        waitUntil { subject.hasObservers }
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertEqual(mark(task.value!), "1")
        XCTAssertTrue(task.value!.isCancelled)
    }

    func testATaskThatWaitsForASubjectThatIsGoneCanBeCancelled() {
        let isSubscribed = Moment()
        var subject: PublishSubject<Int>? = PublishSubject()
        let source = subject!.do(onSubscribed: { isSubscribed.set() }).asSingle()
        var single: Single<Int>? = source
        let task = Task { [single] in try await single!.value }
        isSubscribed.wait()
        single = nil
        subject = nil
        task.cancel()
        XCTAssertEqual(mark(task), "x(cancelled)")
        XCTAssertNil(subject)
    }

    func testASubscribeOnAnotherThreadThatEmitsLater() {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        XCTAssertEqual(mark(Task { try await Single.just(1).observe(on: scheduler).value }), "1")
        XCTAssertEqual(mark(Task { try await Observable.of(1, 2, scheduler: scheduler).first().value }), "Optional(1)")
    }

    func testAnElementThatIsNotSendable() {
        final class Reference {
            let number = 3
        }
        XCTAssertEqual(mark(Task { try await Single.just(Reference()).value.number }), "3")
    }
}
