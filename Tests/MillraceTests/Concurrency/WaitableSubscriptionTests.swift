import Dispatch
import Foundation
import Millrace
import TestSupport
import XCTest

final class WaitableSubscriptionTests: XCTestCase {
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

    /// Whether the wait was over before the callback returned, and whether the callback ran when the wait was over.
    private func wait(
        _ subscription: WaitableSubscription,
        for callback: Callback,
        waiters: Int = 1,
        cancelled: Bool = false
    ) -> (early: Bool, running: Bool) {
        let over = Counter()
        let running = Counter()
        let tasks = (0..<waiters).map { _ in
            Task {
                await subscription.disposeAndWait()
                if callback.isRunning.ordered != 0 { running.add() }
                over.add()
            }
        }
        waitUntil { subscription.isDisposed }
        if cancelled { for task in tasks { task.cancel() } }
        // A wait that ends too early would most likely have ended after this.
        for _ in 0..<3 { _ = outcome(Task { await Task.yield() }) }
        let early = over.value != 0
        callback.mayReturn.set()
        for task in tasks { _ = outcome(task) }
        return (early, running.value != 0)
    }

    func testItIsASubscription() {
        let recorder = recorder
        let subscription = subject.subscribeWaitable(
            onNext: { recorder.onNext($0) },
            onError: { recorder.onError($0) },
            onCompleted: { recorder.onCompleted() },
            onDisposed: { recorder.onNext(0) }
        )
        XCTAssertFalse(subscription.isDisposed)
        subject.onNext(1)
        subject.onCompleted()
        XCTAssertTrue(subscription.isDisposed)
        XCTAssertEqual(recorder.marks, ["1", "|", "0"])
        let failing = Observable<Int>.error(TestError("bad")).subscribeWaitable(onError: { recorder.onError($0) })
        XCTAssertTrue(failing.isDisposed)
        XCTAssertEqual(recorder.marks, ["1", "|", "0", "x(bad)"])
    }

    func testABagDisposesIt() {
        let bag = CompositeDisposable()
        let subscription = subject.subscribeWaitable(onNext: { _ in })
        _ = bag.insert(subscription)
        bag.dispose()
        XCTAssertTrue(subscription.isDisposed)
        XCTAssertFalse(subject.hasObservers)
    }

    func testItWaitsForNobodyIfNothingRuns() {
        let recorder = recorder
        let subscription = subject.subscribeWaitable(
            onNext: { recorder.onNext($0) },
            onDisposed: { recorder.onNext(0) }
        )
        subject.onNext(1)
        for _ in 0..<2 { _ = outcome(Task { await subscription.disposeAndWait() }) }
        subject.onNext(2)
        XCTAssertEqual(recorder.marks, ["1", "0"])
    }

    func testItWaitsForAnElementsCallback() {
        for (waiters, cancelled) in [(1, false), (4, false), (2, true)] {
            let callback = Callback()
            let subject = subject
            let subscription = subject.subscribeWaitable(onNext: { _ in callback.call() })
            let emitter = TestThread { subject.onNext(1) }
            callback.hasBegun.wait()
            let found = wait(subscription, for: callback, waiters: waiters, cancelled: cancelled)
            emitter.join()
            XCTAssertFalse(found.early)
            XCTAssertFalse(found.running)
        }
    }

    func testItWaitsForTheLastCallbackOfASubscriptionThatHasEnded() {
        let subjects = [PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()]
        for (number, subject) in subjects.enumerated() {
            let callback = Callback()
            let subscription = subject.subscribeWaitable(
                onError: { _ in if number == 0 { callback.call() } },
                onCompleted: { if number == 1 { callback.call() } },
                onDisposed: { if number == 2 { callback.call() } }
            )
            let emitter = TestThread {
                if number == 0 { subject.onError(TestError()) } else { subject.onCompleted() }
            }
            callback.hasBegun.wait()
            let found = wait(subscription, for: callback)
            emitter.join()
            XCTAssertFalse(found.early, "\(number)")
            XCTAssertFalse(found.running, "\(number)")
        }
    }

    func testItWaitsForADisposalOnAnotherThread() {
        let callback = Callback()
        let subscription = subject.subscribeWaitable(onNext: { _ in }, onDisposed: { callback.call() })
        let other = TestThread { subscription.dispose() }
        callback.hasBegun.wait()
        let found = wait(subscription, for: callback)
        other.join()
        XCTAssertFalse(found.early)
        XCTAssertFalse(found.running)
    }

    func testItWaitsForCallbacksOfTwoThreads() {
        let handler = Hooks.overlapHandler
        Hooks.overlapHandler = { _, _, _ in }
        defer { Hooks.overlapHandler = handler }
        let callbacks = [Callback(), Callback()]
        let subject = subject
        let subscription = subject.subscribeWaitable(onNext: { callbacks[$0].call() })
        let emitters = (0..<2).map { number in TestThread { subject.onNext(number) } }
        for callback in callbacks { callback.hasBegun.wait() }
        callbacks[1].mayReturn.set()
        emitters[1].join()
        let found = wait(subscription, for: callbacks[0])
        emitters[0].join()
        XCTAssertFalse(found.early)
        XCTAssertFalse(found.running)
    }

    @MainActor
    func testAClosureOfTheMainActor() async {
        var seen: [Int] = []
        let subscription = subject.subscribeWaitable(onNext: { seen.append($0) })
        subject.onNext(1)
        await subscription.disposeAndWait()
        subject.onNext(2)
        XCTAssertEqual(seen, [1])
    }

    func testItReleasesWhatItsClosuresCaptured() {
        let tally = Token.Tally()
        func subscribe(_ token: Token) -> WaitableSubscription {
            subject.subscribeWaitable(onNext: { _ in token.keep() }, onError: { _ in token.keep() })
        }
        let subscription = subscribe(Token(tally))
        XCTAssertEqual(tally.count, 1)
        _ = outcome(Task { await subscription.disposeAndWait() })
        XCTAssertEqual(tally.count, 0)
    }
}
