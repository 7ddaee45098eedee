import Foundation
import Millrace
import TestSupport
import XCTest

/// Sources that fail one after another take neither stack nor memory that grows with their number.
final class CatchRecursionTests: XCTestCase {
    private final class Counter {
        var live = 0
        var peak = 0
        var disposals = 0
    }

    /// One for each attempt, held by its subscription.
    private final class Attempt {
        let counter: Counter

        init(_ counter: Counter) {
            self.counter = counter
            counter.live += 1
            counter.peak = max(counter.peak, counter.live)
        }

        deinit {
            counter.live -= 1
        }
    }

    private let attempts = TestMode.size(100_000, sanitized: Sanitizer.isThread ? 2_000 : 100_000)

    /// Fails `count` times while it is subscribed to, recovering by recursion, then emits.
    private func failing(_ count: Int, _ counter: Counter) -> Observable<Int> {
        if count == 0 { return Observable.range(start: 1, count: 3) }
        let source = Observable<Int>.create { [attempt = Attempt(counter)] observer in
            observer.onError(TestError())
            return Disposables.create {
                counter.disposals += 1
                _ = attempt
            }
        }
        return source.catch { [unowned self] _ in failing(count - 1, counter) }
    }

    func testSourcesThatFailWhileTheyAreSubscribedTo() {
        let counter = Counter()
        let recorder = Recorder<Int>()
        let subscription = failing(attempts, counter).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
        XCTAssertEqual(counter.disposals, attempts)
        XCTAssertEqual(counter.live, 0)
        XCTAssertLessThan(counter.peak, 200)
        withExtendedLifetime(subscription) {}
    }

    func testSourcesThatFailWhileTheyAreSubscribedToAfterTheFirst() {
        let counter = Counter()
        let recorder = Recorder<Int>()
        let first = PublishSubject<Int>()
        let subscription = first.catch { [unowned self] _ in failing(attempts, counter) }.subscribe(recorder)
        first.onNext(0)
        first.onError(TestError())
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "3", "|"])
        XCTAssertEqual(counter.disposals, attempts)
        XCTAssertEqual(counter.live, 0)
        XCTAssertLessThan(counter.peak, 200)
        withExtendedLifetime(subscription) {}
    }

    func testASubscriptionThatManyErrorsHaveLedToIsStillDisposed() {
        func recovering(_ count: Int, _ last: PublishSubject<Int>) -> Observable<Int> {
            count == 0 ? last : Observable.error(TestError()).catch { _ in recovering(count - 1, last) }
        }
        for count in [0, 1, 10, 63, 64, 65, 66, 127, 128, 129, attempts] {
            let (first, last) = (PublishSubject<Int>(), PublishSubject<Int>())
            for source in [recovering(count, last), first.catch { _ in recovering(count, last) }] {
                var token: Capture? = Capture()
                weak let alive = token
                var received: [Int] = []
                let subscription = source.subscribe(onNext: { [token] element in
                    _ = token
                    received.append(element)
                })
                token = nil
                first.onError(TestError())
                last.onNext(1)
                XCTAssertEqual(received, [1], "\(count)")
                XCTAssertNotNil(alive, "\(count)")
                subscription.dispose()
                XCTAssertFalse(last.hasObservers, "\(count)")
                XCTAssertNil(alive, "\(count)")
            }
        }
    }

    /// Recovers by recursion from subjects that the test lets fail.
    private final class Attempts: @unchecked Sendable {
        let counter = Counter()
        var present: PublishSubject<Int>?

        func next(_ recovering: @escaping @Sendable (Observable<Int>) -> Observable<Int>) -> Observable<Int> {
            let subject = PublishSubject<Int>()
            present = subject
            return subject.map { [attempt = Attempt(counter)] element -> Int in
                _ = attempt
                return element
            }.catch { [unowned self] _ in recovering(next(recovering)) }
        }
    }

    /// Failed sources that go on until they are disposed, on a scheduler that does not return meanwhile.
    func testSourcesThatFailOnlyInTheEyesOfAnOperator() {
        let produced = Box(0)
        func failing(_ count: Int) -> Observable<Int> {
            if count == 0 { return .just(1) }
            let zeros = sequence(state: produced) { produced -> Int? in
                // The scheduler takes stack for each element, so a source that goes on has to end some time.
                if produced.value == 1_000 { return nil }
                produced.value += 1
                return 0
            }
            return Observable.from(zeros, scheduler: AtOnceScheduler())
                .map { _ -> Int in throw TestError() }
                .catch { _ in failing(count - 1) }
        }
        let recorder = Recorder<Int>()
        let thread = TestThread(stackSize: 64 << 20) { _ = failing(200).subscribe(recorder) }
        XCTAssertTrue(thread.join(timeout: 30), "a source goes on")
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(produced.value, 200)
    }

    func testSourcesThatFailOneByOne() {
        let sources = Attempts()
        let recorder = Recorder<Int>()
        let subscription = sources.next { $0 }.subscribe(recorder)
        for _ in 0..<attempts { sources.present?.onError(TestError()) }
        XCTAssertLessThan(sources.counter.peak, 10)
        sources.present?.onNext(1)
        XCTAssertEqual(recorder.marks, ["1"])
        subscription.dispose()
        XCTAssertEqual(sources.present?.hasObservers, false)
        XCTAssertEqual(sources.counter.live, 0)
    }

    func testRecoveriesWithAnOperatorBetweenThemAreDisposedAndReleased() {
        let sources = Attempts()
        let subscription = sources.next { $0.map { $0 } }.subscribe(onNext: { _ in })
        for _ in 0..<attempts { sources.present?.onError(TestError()) }
        XCTAssertEqual(sources.present?.hasObservers, true)
        subscription.dispose()
        XCTAssertEqual(sources.present?.hasObservers, false)
        XCTAssertEqual(sources.counter.live, 0)
    }

    func testAChainOfRecoveriesThatAllFail() {
        let length = Sanitizer.isThread ? 500 : 20_000
        onPromisedStack {
            let failure = Observable<Int>.create { observer in
                observer.onError(TestError())
                return Disposables.create()
            }
            for subject in [PublishSubject<Int>(), nil] {
                let source = subject ?? failure
                let recorder = Recorder<Int>()
                let chain = (0..<length).reduce(source) { chain, _ in chain.catch { _ in failure } }
                let subscription = chain.catchAndReturn(1).subscribe(recorder)
                subject?.onError(TestError())
                XCTAssertEqual(recorder.marks, ["1", "|"])
                withExtendedLifetime(subscription) {}
            }
        }
    }

    /// While a bounded queue of some other subscription holds its source back, each subscription looks for queues below
    /// it.
    func testAQueueElsewhereDoesNotMakeEachRecoveryWalkDownTheOthers() throws {
        try XCTSkipIf(TestMode.sanitizer != nil, "this is about time")
        let elsewhere = Observable.range(start: 0, count: 10).values(capacity: 1, overflow: .suspend)
        // The processor time of the program, in microseconds: others may keep the processors busy.
        let start = clock()
        testRecoveriesWithAnOperatorBetweenThemAreDisposedAndReleased()
        testAChainOfRecoveriesThatAllFail()
        // A walk down all of them each time takes minutes.
        XCTAssertLessThan(clock() - start, 60_000_000)
        withExtendedLifetime(elsewhere) {}
    }

    func testDisposingInTheMiddleStopsTheRecursion() {
        let counter = Counter()
        let first = PublishSubject<Int>()
        var subscription: Disposable?
        var handled = 0
        func attempt() -> Observable<Int> {
            Observable<Int>.create { [attempt = Attempt(counter)] observer in
                observer.onError(TestError())
                return Disposables.create { _ = attempt }
            }.catch { _ in
                handled += 1
                if handled == 1_000 { subscription?.dispose() }
                return attempt()
            }
        }
        subscription = first.catch { _ in attempt() }.subscribe(onNext: { _ in })
        first.onError(TestError())
        XCTAssertEqual(handled, 1_000)
        XCTAssertEqual(counter.live, 0)
    }
}
