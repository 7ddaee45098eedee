import Dispatch
import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class ObserveOnTests: MarbleTestCase {
    private let key = DispatchSpecificKey<Int>()

    /// A serial queue that knows itself.
    private func makeQueue() -> DispatchQueue {
        let queue = DispatchQueue(label: "ObserveOnTests")
        queue.setSpecific(key: key, value: 1)
        return queue
    }

    func testEachEventComesWhenTheSchedulerRunsIt() {
        check(
            source: "-ab---c|",
            result: "--ab---c|",
            active: "^------!"
        ) { $0.observe(on: $1) }
    }

    func testEventsOfOneTickComeOneActionEach() {
        check(
            source: "-(abc)-#",
            result: "--abc#",
            active: "^--!"
        ) { $0.observe(on: $1) }
    }

    func testAnEndlessSourceStopsWhenAStageAboveHasEnded() {
        let scheduler = TestScheduler(initialClock: 0)
        let emitted = Counter()
        let source = Observable.repeatElement(7).do(onNext: { _ in emitted.add() }).take(2)
        let recorders = [Recorder<Int>(), Recorder<Int>(), Recorder<Int>()]
        _ = source.observe(on: scheduler).subscribe(recorders[0])
        _ = source.throttle(.seconds(5), scheduler: scheduler).subscribe(recorders[1])
        _ = source.subscribe(on: scheduler).subscribe(recorders[2])
        XCTAssertEqual(emitted.value, 4)
        scheduler.start()
        XCTAssertEqual(emitted.value, 6)
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["7", "7", "|"]) }
    }

    func testWhatIsSentFromWithinAnEventOfTheMainSchedulerComesInALaterTurn() {
        let subject = PublishSubject<Int>()
        var log: [String] = []
        let done = expectation(description: "both have come")
        done.expectedFulfillmentCount = 2
        let subscriptions = ["a", "b"].map { name in
            subject.observe(on: MainScheduler()).subscribe(onNext: { element in
                log.append("\(name)\(element)")
                if name == "a", element == 1 {
                    subject.onNext(2)
                    log.append("after")
                }
                if element == 2 { done.fulfill() }
            })
        }
        subject.onNext(1)
        XCTAssertEqual(log, ["a1", "b2", "after", "b1"])
        wait(for: [done], timeout: 60)
        XCTAssertEqual(log, ["a1", "b2", "after", "b1", "a2"])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testAFailureAboveStopsTheSource() {
        let scheduler = TestScheduler(initialClock: 0)
        let recorder = Recorder<Int>()
        _ = Observable.repeatElement(7).map { _ -> Int in throw TestError() }.observe(on: scheduler).subscribe(recorder)
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }

    func testASubjectIsLeftWhenAStageAboveHasEnded() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.take(1).observe(on: scheduler).subscribe(recorder)
        subject.onNext(1)
        XCTAssertFalse(subject.hasObservers)
        XCTAssertEqual(recorder.marks, [])
        scheduler.start()
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testWhatWaitsInVirtualTimeIsDroppedByDisposal() {
        let end = check(
            source: "-(abc)",
            during: "^--!",
            result: "--a",
            active: "^--!"
        ) { $0.observe(on: $1) }
        XCTAssertEqual(end, 3)
    }

    func testEventsArriveOnTheQueueInOrder() {
        let queue = makeQueue()
        let subject = PublishSubject<Int>()
        var elements: [Int] = []
        var elsewhere = 0
        let completed = expectation(description: "completed")
        let subscription =
            subject
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe"))
            .subscribe(
                onNext: { element in
                    if DispatchQueue.getSpecific(key: self.key) == nil { elsewhere += 1 }
                    elements.append(element)
                },
                onCompleted: { completed.fulfill() }
            )
        for element in 0..<10_000 { subject.onNext(element) }
        subject.onCompleted()
        wait(for: [completed], timeout: 60)
        XCTAssertEqual(elements, Array(0..<10_000))
        XCTAssertEqual(elsewhere, 0)
        subscription.dispose()
    }

    func testAnErrorComesAfterTheElementsBeforeIt() {
        let queue = makeQueue()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let ended = expectation(description: "ended")
        _ =
            subject
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe"))
            .do(afterError: { _ in ended.fulfill() })
            .subscribe(recorder)
        queue.suspend()
        subject.onNext(1)
        subject.onNext(2)
        subject.onError(TestError("bad"))
        XCTAssertEqual(recorder.marks, [])
        queue.resume()
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(recorder.marks, ["1", "2", "x(bad)"])
    }

    func testWhatWaitsIsDroppedByDisposal() {
        let queue = makeQueue()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription =
            subject
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe"))
            .subscribe(recorder)
        queue.suspend()
        subject.onNext(1)
        subscription.dispose()
        queue.resume()
        let drained = expectation(description: "the queue is empty")
        queue.async { queue.async { drained.fulfill() } }
        wait(for: [drained], timeout: 60)
        XCTAssertEqual(recorder.marks, [])
    }

    func testDisposalBetweenTwoEventsOfABatchStopsTheBatch() {
        let queue = makeQueue()
        let subject = PublishSubject<Int>()
        var elements: [Int] = []
        let subscription = SerialDisposable()
        subscription.disposable =
            subject
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe"))
            .subscribe(onNext: { element in
                elements.append(element)
                if element == 2 { subscription.dispose() }
            })
        queue.suspend()
        for element in 1...5 { subject.onNext(element) }
        queue.resume()
        let drained = expectation(description: "the queue is empty")
        queue.async { queue.async { drained.fulfill() } }
        wait(for: [drained], timeout: 60)
        XCTAssertEqual(elements, [1, 2])
    }

    func testOtherSchedulersRunOneActionForEachEvent() {
        final class Counting: ImmediateSchedulerType {
            var actions: [() -> Void] = []

            func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
                actions.append { _ = action(state) }
                return Disposables.create()
            }
        }
        let scheduler = Counting()
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.observe(on: scheduler).subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        var runs = 0
        while !scheduler.actions.isEmpty {
            scheduler.actions.removeFirst()()
            runs += 1
            XCTAssertEqual(recorder.events.count, runs)
        }
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
        subscription.dispose()
    }

    func testASchedulerThatRunsActionsAtOnceTakesABoundedStack() {
        let subject = PublishSubject<Int>()
        let scheduler = SchedulerWithoutQueue()
        var elements = 0
        var completions = 0
        let subscription =
            subject
            .observe(on: scheduler)
            .subscribe(
                onNext: { element in
                    elements += 1
                    // The first action, and those that it is needed for.
                    XCTAssertLessThanOrEqual(scheduler.depth, 2)
                    if element < 200_000 { subject.onNext(element + 1) } else { subject.onCompleted() }
                },
                onCompleted: { completions += 1 }
            )
        subject.onNext(1)
        XCTAssertEqual(elements, 200_000)
        XCTAssertEqual(completions, 1)
        // One for each event.
        XCTAssertEqual(scheduler.actions, 200_001)
        subscription.dispose()
    }

    func testWhatIsSentFromWithinAnEventTakesItsTurnOnATrampoline() {
        let subject = PublishSubject<Int>()
        let scheduler = CurrentThreadScheduler.instance
        var elements: [Int] = []
        var turns = 0
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { element in
            elements.append(element)
            guard element == 1 else { return }
            // Goes on until the next element comes, if that does come.
            _ = Observable.repeatElement(0, scheduler: scheduler)
                .take(while: { _ in
                    turns += 1
                    return elements.count == 1 && turns < 1_000
                })
                .subscribe()
            subject.onNext(2)
        })
        subject.onNext(1)
        XCTAssertEqual(elements, [1, 2])
        XCTAssertLessThan(turns, 10)
        subscription.dispose()
    }

    func testCapturesAreReleasedWhenTheSubscriptionEnds() {
        final class Captured {}
        let queue = makeQueue()
        let subject = PublishSubject<Captured>()
        var captured: Captured? = Captured()
        weak let alive = captured
        let subscription =
            subject
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe"))
            .subscribe(onNext: { [captured] _ in _ = captured })
        queue.suspend()
        subject.onNext(captured!)
        captured = nil
        subscription.dispose()
        queue.resume()
        let drained = expectation(description: "the queue is empty")
        queue.async { queue.async { drained.fulfill() } }
        wait(for: [drained], timeout: 60)
        XCTAssertNil(alive)
    }

    func testSeveralThreadsLoseNothing() {
        let queue = makeQueue()
        let subject = PublishSubject<Int>()
        var count = 0
        let done = expectation(description: "all have come")
        let subscription =
            subject
            .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe"))
            .subscribe(onNext: { _ in
                count += 1
                if count == 4 * 5_000 { done.fulfill() }
            })
        for _ in 0..<4 {
            Thread.detachNewThread { for element in 0..<5_000 { subject.onNext(element) } }
        }
        wait(for: [done], timeout: 60)
        subscription.dispose()
    }

    /// An observer that feeds its own source on the main queue must not nest an action in another.
    private func assertFlat(on scheduler: ImmediateSchedulerType) {
        let subject = PublishSubject<Int>()
        let done = expectation(description: "all have come")
        var lowest = UInt.max
        var highest = UInt.min
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { element in
            var here = element
            withUnsafeMutablePointer(to: &here) {
                lowest = min(lowest, UInt(bitPattern: $0))
                highest = max(highest, UInt(bitPattern: $0))
            }
            if element < 20_000 { subject.onNext(element + 1) } else { done.fulfill() }
        })
        subject.onNext(0)
        wait(for: [done], timeout: 60)
        XCTAssertLessThan(highest - lowest, 65_536, "bytes of stack")
        subscription.dispose()
    }

    func testTheMainQueueIsGivenATurnAndTheStackStaysFlat() {
        assertFlat(on: MainScheduler.instance)
        assertFlat(on: ConcurrentMainScheduler.instance)
    }

    func testNothingIsLeftOfOperationsThatAreCancelled() {
        final class Captured {}
        weak var queue: OperationQueue?
        weak var alive: Captured?
        do {
            let operations = OperationQueue()
            operations.isSuspended = true
            queue = operations
            let captured = Captured()
            alive = captured
            let subject = PublishSubject<Int>()
            let scheduler = OperationQueueScheduler(operationQueue: operations)
            _ = subject.observe(on: scheduler).subscribe(onNext: { _ in _ = captured })
            subject.onNext(1)
            operations.cancelAllOperations()
            operations.isSuspended = false
            waitUntil { operations.operationCount == 0 }
        }
        waitUntil(within: 60) { alive == nil && queue == nil }
        XCTAssertNil(alive, "what the observer captured was not released")
        XCTAssertNil(queue, "the queue was not released")
    }
}

/// Runs what it is given before `schedule` returns.
private final class SchedulerWithoutQueue: ImmediateSchedulerType {
    private(set) var actions = 0
    private(set) var depth = 0

    func schedule<State>(_ state: State, action: @escaping (State) -> Disposable) -> Disposable {
        actions += 1
        depth += 1
        defer { depth -= 1 }
        return action(state)
    }
}
