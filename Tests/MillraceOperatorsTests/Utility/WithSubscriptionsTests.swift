import Dispatch
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class WithSubscriptionsTests: XCTestCase {
    private let subject = PublishSubject<Int>()
    private let recorder = Recorder<Int>()

    /// A callback that waits until it may return.
    private final class Callback: @unchecked Sendable {
        let hasBegun = Moment()
        let mayReturn = Moment()
        let isRunning = Counter()

        func call() {
            isRunning.setOrdered(1)
            hasBegun.set()
            mayReturn.wait()
            isRunning.setOrdered(0)
        }
    }

    // MARK: Ends

    func testAReturnDisposesAll() async {
        let (subject, recorder) = (subject, recorder)
        let result = await withSubscriptions { scope in
            for number in 1...2 {
                subject.subscribe(
                    in: scope,
                    onNext: { recorder.onNext($0 * number) },
                    onDisposed: { recorder.onNext(-number) }
                )
            }
            XCTAssertEqual(scope.count, 2)
            subject.onNext(10)
            return "result"
        }
        XCTAssertEqual(result, "result")
        XCTAssertFalse(subject.hasObservers)
        subject.onNext(20)
        XCTAssertEqual(recorder.elements, [10, 20, -1, -2])
    }

    func testAnErrorDisposesAll() async {
        let (subject, recorder) = (subject, recorder)
        do {
            try await withSubscriptions { scope in
                subject.subscribe(in: scope, onDisposed: { recorder.onNext(-1) })
                throw TestError("bad")
            }
            XCTFail("no error")
        } catch { XCTAssertEqual("\(error)", "bad") }
        XCTAssertEqual(recorder.elements, [-1])
    }

    func testACancellationDisposesAll() async {
        let (subject, recorder) = (subject, recorder)
        let task = Task {
            try await withSubscriptions { scope in
                subject.subscribe(in: scope, onDisposed: { recorder.onNext(-1) })
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        await waitForTasks { subject.hasObservers }
        task.cancel()
        let result = await task.result
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
        XCTAssertEqual(recorder.elements, [-1])
    }

    func testScopesMayBeNested() async {
        let (subject, recorder) = (subject, recorder)
        await withSubscriptions { outer in
            subject.subscribe(in: outer, onNext: { recorder.onNext($0) }, onDisposed: { recorder.onNext(-1) })
            await withSubscriptions { inner in
                subject.subscribe(in: inner, onNext: { recorder.onNext($0 * 10) }, onDisposed: { recorder.onNext(-10) })
                subject.onNext(1)
            }
            subject.onNext(2)
        }
        XCTAssertEqual(recorder.elements, [1, 10, -10, 2, -1])
    }

    // MARK: Callbacks

    /// Ends a scope while a callback of its subscription runs on the thread that does `work`.
    private func end(while callback: Callback, cancelled: Bool = false, _ work: @escaping @Sendable () -> Void) async {
        let over = Counter()
        let subject = subject
        let task = Task {
            await withSubscriptions { scope in
                subject.subscribe(in: scope, onNext: { _ in callback.call() })
                let thread = TestThread(work)
                callback.hasBegun.wait()
                return thread
            }
        }
        callback.hasBegun.wait()
        await waitForTasks { !subject.hasObservers }
        if cancelled { task.cancel() }
        // A wait that ends too early would most likely have ended after this.
        for _ in 0..<3 { await Task { await Task.yield() }.value }
        XCTAssertEqual(callback.isRunning.ordered, 1)
        let waiter = Task {
            _ = await task.value
            over.setOrdered(callback.isRunning.ordered == 0 ? 1 : 2)
        }
        await Task.yield()
        XCTAssertEqual(over.ordered, 0)
        callback.mayReturn.set()
        await waiter.value
        XCTAssertEqual(over.ordered, 1, "a callback ran after the scope")
        await task.value.join()
    }

    func testItWaitsForACallbackThatRuns() async {
        let subject = subject
        await end(while: Callback()) { subject.onNext(1) }
    }

    func testACancellationDoesNotShortenTheWait() async {
        let subject = subject
        await end(while: Callback(), cancelled: true) { subject.onNext(1) }
    }

    func testItWaitsForACallbackOfASubscriptionThatWasDisposedEarlier() async {
        let callback = Callback()
        let subject = subject
        let isOver = Counter()
        let task = Task {
            await withSubscriptions { scope in
                let subscription = subject.subscribe(in: scope, onNext: { _ in callback.call() })
                let thread = TestThread { subject.onNext(1) }
                callback.hasBegun.wait()
                subscription.dispose()
                XCTAssertEqual(scope.count, 1)
                callback.mayReturn.set()
                thread.join()
                XCTAssertEqual(scope.count, 0)
            }
            isOver.setOrdered(1)
        }
        await task.value
        XCTAssertEqual(isOver.ordered, 1)
        XCTAssertEqual(callback.isRunning.ordered, 0)
    }

    func testASubscriptionThatEndsLeavesTheScope() async {
        let subject = subject
        await withSubscriptions { scope in
            let subscription = subject.subscribe(in: scope)
            XCTAssertEqual(scope.count, 1)
            subject.onCompleted()
            XCTAssertEqual(scope.count, 0)
            XCTAssertTrue(subscription.isDisposed)
            for _ in 0..<100 { Observable.just(1).subscribe(in: scope) }
            XCTAssertEqual(scope.count, 0)
            let other = PublishSubject<Int>()
            let early = other.subscribe(in: scope)
            await early.disposeAndWait()
            XCTAssertEqual(scope.count, 0)
            XCTAssertFalse(other.hasObservers)
        }
    }

    func testNothingIsSubscribedToAfterTheEnd() async {
        let (subject, recorder) = (subject, recorder)
        let scope = await withSubscriptions { $0 }
        let subscription = subject.subscribe(
            in: scope,
            onNext: { recorder.onNext($0) },
            onDisposed: { recorder.onNext(-1) }
        )
        XCTAssertFalse(subject.hasObservers)
        XCTAssertTrue(subscription.isDisposed)
        await subscription.disposeAndWait()
        XCTAssertEqual(recorder.elements, [])
    }

    func testASubscriptionThatIsBeingMadeAtTheEndIsWaitedFor() async {
        let callback = Callback()
        let (recorder, scheduler) = (recorder, ManualScheduler())
        // Its `subscribe` takes until the callback may return.
        let source = Observable<Int>.create { observer in
            callback.call()
            observer.onNext(1)
            return Disposables.create()
        }
        let task = Task {
            await withSubscriptions(scheduler: scheduler) { scope in
                let thread = TestThread {
                    source.subscribe(in: scope, onNext: { recorder.onNext($0) }, onDisposed: { recorder.onNext(-1) })
                }
                callback.hasBegun.wait()
                return thread
            }
        }
        // The scope has closed the subscription, and waits.
        await waitForTasks { scheduler.waitingCount == 1 }
        // A wait that ends too early would most likely have ended after this.
        for _ in 0..<3 { await Task { await Task.yield() }.value }
        XCTAssertEqual(recorder.elements, [-1])
        callback.mayReturn.set()
        let thread = await task.value
        XCTAssertEqual(recorder.elements, [-1])
        thread.join()
    }

    func testTheEndStopsASourceThatEmitsInsideSubscribeWithoutAnEnd() async {
        let (first, isOver) = (Moment(), Counter())
        let task = Task {
            let thread = await withSubscriptions { scope in
                let thread = TestThread {
                    Observable.repeatElement(1).subscribe(in: scope, onNext: { _ in first.set() })
                }
                first.wait()
                return thread
            }
            isOver.setOrdered(1)
            return thread
        }
        await waitForTasks { isOver.ordered == 1 }
        await task.value.join()
    }

    // MARK: Reports

    func testItReportsWhatHasNotEndedAndStillWaits() async {
        let (callback, reports, subject) = (Callback(), Recorder<[String]>(), subject)
        let scheduler = ManualScheduler()
        let isOver = Counter()
        let line: UInt = #line + 5
        let task = Task {
            await withSubscriptions(reportAfter: .seconds(5), scheduler: scheduler, report: { reports.onNext($0) }) {
                scope in
                PublishSubject<Int>().subscribe(in: scope)
                subject.subscribe(in: scope, onNext: { _ in callback.call() })
                let thread = TestThread { subject.onNext(1) }
                callback.hasBegun.wait()
                return thread
            }
        }
        let waiter = Task {
            let thread = await task.value
            isOver.setOrdered(1)
            thread.join()
        }
        await waitForTasks { scheduler.waitingCount == 1 }
        scheduler.advance(by: .milliseconds(4_999))
        XCTAssertEqual(reports.elements, [])
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(reports.elements, [["MillraceOperatorsTests/WithSubscriptionsTests.swift:\(line)"]])
        scheduler.advance(by: .seconds(100))
        XCTAssertEqual(reports.elements.count, 1)
        XCTAssertEqual(isOver.ordered, 0)
        callback.mayReturn.set()
        await waiter.value
    }

    func testNothingIsReportedOrScheduledIfAllHasEnded() async {
        let reports = Recorder<[String]>()
        let scheduler = ManualScheduler()
        for hasSubscriptions in [false, true] {
            let subject = subject
            await withSubscriptions(reportAfter: .seconds(5), scheduler: scheduler, report: { reports.onNext($0) }) {
                scope in
                if hasSubscriptions { subject.subscribe(in: scope) }
            }
            XCTAssertEqual(scheduler.waitingCount, 0)
        }
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(reports.elements, [])
    }

    // MARK: References and actors

    func testCapturesAreReleased() async {
        weak var held: Probe?
        let subject = subject
        do {
            let probe = Probe()
            held = probe
            await withSubscriptions { scope in
                subject.subscribe(in: scope, onNext: { _ in probe.touch() }, onDisposed: { probe.touch() })
            }
        }
        XCTAssertNil(held)
    }

    func testASubscriptionThatIsKeptKeepsNeitherScopeNorCaptures() async {
        weak var held: SubscriptionScope?
        weak var captured: Probe?
        let subject = subject
        var subscription: WaitableSubscription?
        do {
            let probe = Probe()
            captured = probe
            subscription = await withSubscriptions { scope in
                held = scope
                return subject.subscribe(in: scope, onNext: { _ in probe.touch() })
            }
        }
        XCTAssertNil(held)
        XCTAssertNil(captured)
        XCTAssertEqual(subscription?.isDisposed, true)
    }

    @MainActor
    func testOnAnActor() async {
        var count = 0
        let subject = subject
        await withSubscriptions { scope in
            MainActor.assertIsolated()
            subject.subscribe(in: scope, onNext: { count += $0 })
            subject.onNext(2)
        }
        MainActor.assertIsolated()
        XCTAssertEqual(count, 2)
    }
}
