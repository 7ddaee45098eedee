import Foundation
import Millrace
import TestSupport
import XCTest

final class ValuesTests: XCTestCase {
    func testReadingThePropertySubscribes() {
        let subject = PublishSubject<Int>()
        subject.onNext(0)
        let stream = subject.values
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(mark(Task { await marks(of: stream) }), #"["1", "2", "|"]"#)
    }

    func testEachReadSubscribesAnew() {
        let subscriptions = Counter()
        let source = Observable<Int>.deferred {
            subscriptions.add()
            return .just(subscriptions.value)
        }
        let (first, second) = (source.values, source.values)
        XCTAssertEqual(subscriptions.value, 2)
        XCTAssertEqual(mark(Task { await marks(of: second) }), #"["2", "|"]"#)
        XCTAssertEqual(mark(Task { await marks(of: first) }), #"["1", "|"]"#)
    }

    func testAnErrorIsThrownAfterWhatIsBuffered() {
        let source = Observable.of(1, 2).concat(Observable.error(TestError()))
        XCTAssertEqual(mark(Task { await marks(of: source.values) }), #"["1", "2", "x(error)"]"#)
    }

    func testEverythingIsBuffered() {
        let subject = PublishSubject<Int>()
        let stream = subject.values
        for element in 0..<50_000 { subject.onNext(element) }
        subject.onCompleted()
        let found = Task { await marks(of: stream) }
        XCTAssertEqual(outcome(found).get(), (0..<50_000).map(String.init) + ["|"])
    }

    func testElementsArriveWhileATaskWaits() {
        let subject = PublishSubject<Int>()
        let heard = [Moment(), Moment()]
        let task = Task { await marks(of: subject.values) { heard[Int($0)!].set() } }
        waitUntil { subject.hasObservers }
        subject.onNext(0)
        heard[0].wait()
        subject.onNext(1)
        heard[1].wait()
        subject.onCompleted()
        XCTAssertEqual(mark(task), #"["0", "1", "|"]"#)
    }

    func testAStreamThatNobodyHoldsIsNotSubscribed() {
        let subject = PublishSubject<Int>()
        let tally = Token.Tally()
        var stream: AsyncThrowingStream<Int, any Error>?
        do {
            let token = Token(tally)
            stream = subject.map { token.keep($0) }.values
        }
        subject.onNext(1)
        withExtendedLifetime(stream) { XCTAssertTrue(subject.hasObservers) }
        XCTAssertEqual(tally.count, 1)
        stream = nil
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(tally.count, 0)
    }

    func testABreakEndsTheSubscriptionUnlessTheStreamIsKept() {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(1)
        let task = Task {
            for try await _ in subject.values { break }
            let afterBreak = subject.hasObservers
            var stream: AsyncThrowingStream<Int, any Error>? = subject.values
            for try await _ in stream! { break }
            let kept = withExtendedLifetime(stream) { subject.hasObservers }
            stream = nil
            return [afterBreak, kept, subject.hasObservers]
        }
        XCTAssertEqual(try outcome(task).get(), [false, true, false])
    }

    func testCancellationWhileTheTaskWaitsThrowsAndEndsTheSubscription() {
        let subject = PublishSubject<Int>()
        let heard = Moment()
        let tally = Token.Tally()
        func iterate(_ token: Token) -> Task<[String], Never> {
            Task { await marks(of: subject.map { token.keep($0) }.values) { _ in heard.set() } }
        }
        let task = iterate(Token(tally))
        waitUntil { subject.hasObservers }
        subject.onNext(1)
        heard.wait()
        task.cancel()
        XCTAssertEqual(mark(task), #"["1", "x(cancelled)"]"#)
        // Not before: the task may have been about to ask for the next element.
        XCTAssertFalse(subject.hasObservers)
        subject.onNext(2)
        XCTAssertEqual(tally.count, 0)
    }

    func testATaskThatIsCancelledAlreadySubscribesAndThrows() {
        let log = Log()
        let source = Observable<Int>.create { _ in
            log.write("subscribed")
            return log.disposable("disposed")
        }
        let task = Task {
            cancelMyself()
            return await marks(of: source.values)
        }
        XCTAssertEqual(mark(task), #"["x(cancelled)"]"#)
        XCTAssertEqual(log.lines, ["subscribed", "disposed"])
    }

    func testWhatIsBufferedIsDeliveredToACancelledTaskBeforeItThrows() {
        for heard in 0...2 {
            let subject = PublishSubject<Int>()
            let stream = subject.values
            for element in 1...3 { subject.onNext(element) }
            let task = Task {
                if heard == 0 { cancelMyself() }
                return await marks(of: stream) { element in
                    if element == "\(heard)" { cancelMyself() }
                    // Asking for the next one ends the subscription.
                    if element == "\(heard + 1)" { subject.onNext(4) }
                }
            }
            XCTAssertEqual(mark(task), #"["1", "2", "3", "x(cancelled)"]"#, "\(heard)")
            XCTAssertFalse(subject.hasObservers)
        }
    }

    func testACancelledIterationThrowsOnce() {
        let subject = PublishSubject<Int>()
        let stream = subject.values
        let task = Task {
            cancelMyself()
            return [await marks(of: stream), await marks(of: stream)]
        }
        XCTAssertEqual(mark(task), #"[["x(cancelled)"], ["|"]]"#)
    }

    func testASourceThatHasEndedBeforeTheCancellationEndsAsItDid() {
        let (completes, fails) = (PublishSubject<Int>(), PublishSubject<Int>())
        let streams = [completes.values, fails.values]
        for subject in [completes, fails] { subject.onNext(1) }
        completes.onCompleted()
        fails.onError(TestError())
        let task = Task {
            cancelMyself()
            return [await marks(of: streams[0]), await marks(of: streams[1])]
        }
        XCTAssertEqual(mark(task), #"[["1", "|"], ["1", "x(error)"]]"#)
    }

    func testTheTraitsThrowWhenTheyAreCancelled() {
        let subject = PublishSubject<Int>()
        let single = Task {
            cancelMyself()
            return [
                await marks(of: subject.asSingle().values), await marks(of: subject.asMaybe().values),
                await marks(of: subject.ignoreElements().asCompletable().values),
            ]
        }
        XCTAssertEqual(mark(single), #"[["x(cancelled)"], ["x(cancelled)"], ["x(cancelled)"]]"#)
        XCTAssertFalse(subject.hasObservers)
    }

    func testCancellationAfterTheEndChangesNothing() {
        let task = Task {
            let found = await marks(of: Observable.of(1, 2).values)
            cancelMyself()
            return found
        }
        XCTAssertEqual(mark(task), #"["1", "2", "|"]"#)
    }

    func testASourceWithoutEndIsStopped() {
        let isStopped = Moment()
        let source = Observable.repeatElement(7, scheduler: SerialDispatchQueueScheduler(qos: .default))
            .do(onDispose: { isStopped.set() })
        let task = Task {
            var found: [Int] = []
            for try await element in source.values {
                found.append(element)
                if found.count == 5 { break }
            }
            return found
        }
        XCTAssertEqual(try outcome(task).get(), [7, 7, 7, 7, 7])
        isStopped.wait()
    }

    func testCapturesAreReleasedWithTheEnd() {
        let tally = Token.Tally()
        func read(_ source: Observable<Int>, _ token: Token) -> AsyncThrowingStream<Int, any Error> {
            source.map { token.keep($0) }.values
        }
        let (ends, fails) = (PublishSubject<Int>(), PublishSubject<Int>())
        let streams = [read(ends, Token(tally)), read(fails, Token(tally))]
        XCTAssertEqual(tally.count, 2)
        ends.onCompleted()
        XCTAssertEqual(tally.count, 1)
        fails.onError(TestError())
        withExtendedLifetime(streams) { XCTAssertEqual(tally.count, 0) }
    }

    func testElementsThatAreNotSendable() {
        final class Reference {
            let number = 3
        }
        let task = Task {
            var sum = 0
            for try await reference in Observable.of(Reference(), Reference()).values { sum += reference.number }
            return sum
        }
        XCTAssertEqual(mark(task), "6")
    }

    func testTheTraitsHaveValuesToo() {
        XCTAssertEqual(mark(Task { await marks(of: Single.just(1).values) }), #"["1", "|"]"#)
        XCTAssertEqual(mark(Task { await marks(of: Maybe<Int>.empty().values) }), #"["|"]"#)
        XCTAssertEqual(mark(Task { await marks(of: Completable.error(TestError()).values) }), #"["x(error)"]"#)
    }

    func testAnInfallibleHasValuesWithoutErrors() {
        let subject = PublishSubject<Int>()
        var stream: AsyncStream<Int>? = subject.asInfallible(onErrorJustReturn: 9).values
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(1)
        subject.onError(TestError())
        let task = Task { [stream] in
            var found: [Int] = []
            for await element in stream! { found.append(element) }
            return found
        }
        XCTAssertEqual(mark(task), "[1, 9]")
        let other = PublishSubject<Int>()
        stream = other.asInfallible(onErrorJustReturn: 9).values
        withExtendedLifetime(stream) { XCTAssertTrue(other.hasObservers) }
        stream = nil
        XCTAssertFalse(other.hasObservers)
    }

    func testAnInfallibleThatIsIteratedOverIsDisposedByCancellation() {
        let subject = PublishSubject<Int>()
        let task = Task { await marks(of: subject.asInfallible(onErrorJustReturn: 9).values) }
        waitUntil { subject.hasObservers }
        task.cancel()
        XCTAssertEqual(mark(task), #"["|"]"#)
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnErrorOfAnInfallibleGoesToTheHookAndEndsTheStream() {
        let former = Hooks.defaultErrorHandler
        defer { Hooks.defaultErrorHandler = former }
        let errors = Recorder<String>()
        Hooks.defaultErrorHandler = { _, error in errors.on(.next("\(error)")) }
        let subject = PublishSubject<Int>()
        let elements = subject.asInfallible(onErrorJustReturn: 9)
        let stream = Infallible.combineLatest(elements, Infallible.just(0)) { element, _ in
            if element == 2 { throw TestError("broken") }
            return element
        }.values
        for element in 1...3 { subject.onNext(element) }
        XCTAssertEqual(mark(Task { await marks(of: stream) }), #"["1", "|"]"#)
        XCTAssertEqual(errors.elements, ["broken"])
    }
}
