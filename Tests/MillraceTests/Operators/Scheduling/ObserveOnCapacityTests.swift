import Dispatch
import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

final class ObserveOnCapacityTests: XCTestCase {
    private let queue = DispatchQueue(label: "ObserveOnCapacityTests")
    private lazy var scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observe")
    private var reports: [DroppedElement] = []

    override func setUp() {
        Hooks.droppedElementHandler = { self.reports.append($0) }
    }

    override func tearDown() {
        Hooks.droppedElementHandler = nil
    }

    /// What arrives of these events, sent while the queue is at a standstill.
    private func arrivals(
        of events: [Event<Int>],
        capacity: Int,
        _ overflow: OverflowStrategy
    ) -> [String] {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.observe(on: scheduler, capacity: capacity, overflow: overflow).subscribe(recorder)
        queue.suspend()
        for event in events { subject.on(event) }
        XCTAssertEqual(recorder.marks, [])
        queue.resume()
        drain()
        subscription.dispose()
        return recorder.marks
    }

    /// Waits until the queue has done all that is scheduled.
    private func drain() {
        let drained = expectation(description: "the queue is empty")
        let queue = queue
        queue.async { queue.async { queue.async { drained.fulfill() } } }
        wait(for: [drained], timeout: 60)
    }

    private let six: [Event<Int>] = (1...6).map { .next($0) }

    func testDropOldestKeepsTheLast() {
        XCTAssertEqual(arrivals(of: six + [.completed], capacity: 2, .dropOldest), ["5", "6", "|"])
        XCTAssertEqual(reports.map(\.count), [1, 2, 3, 4])
        XCTAssertEqual(Set(reports.map(\.capacity)), [2])
        XCTAssertEqual(Set(reports.map(\.strategy)), [.dropOldest])
        XCTAssertEqual(arrivals(of: six, capacity: 1, .dropOldest), ["6"])
    }

    func testDropNewestKeepsTheFirst() {
        let error = TestError("bad")
        XCTAssertEqual(arrivals(of: six + [.error(error)], capacity: 2, .dropNewest), ["1", "2", "x(bad)"])
        XCTAssertEqual(reports.map(\.count), [1, 2, 3, 4])
        XCTAssertEqual(arrivals(of: six, capacity: 6, .dropNewest).count, 6)
        XCTAssertEqual(reports.count, 4)
    }

    func testBufferKeepsAll() {
        let events = (1...1_000).map { Event.next($0) } + [.completed]
        XCTAssertEqual(arrivals(of: events, capacity: 1, .buffer), (1...1_000).map(String.init) + ["|"])
        XCTAssertEqual(reports, [])
    }

    func testErrorFailsAfterWhatWaits() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let line: UInt = #line + 1
        let observed = subject.observe(on: scheduler, capacity: 2, overflow: .error)
        let subscription = observed.subscribe(recorder)
        queue.suspend()
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertTrue(subject.hasObservers)
        subject.onNext(3)
        XCTAssertFalse(subject.hasObservers)
        subject.onNext(4)
        queue.resume()
        drain()
        subscription.dispose()
        XCTAssertEqual(recorder.events.count, 3)
        XCTAssertEqual(Array(recorder.marks.prefix(2)), ["1", "2"])
        let error = recorder.events.last?.error as? OverflowError
        XCTAssertEqual(error?.capacity, 2)
        XCTAssertEqual(error?.place, "MillraceTests/ObserveOnCapacityTests.swift:\(line)")
        XCTAssertEqual(
            "\(error!)",
            "observe(on:capacity:overflow:) at \(error!.place): an element came while 2 waited, as many as there is room for"
        )
        XCTAssertEqual(reports, [])
    }

    func testAnElementWhoseDeliveryHasBegunDoesNotWait() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let entered = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let subscription = subject.observe(on: scheduler, capacity: 1, overflow: .dropNewest)
            .do(onNext: { element in
                guard element == 1 else { return }
                entered.signal()
                leave.waitPatiently()
            })
            .subscribe(recorder)
        subject.onNext(1)
        entered.waitPatiently()
        subject.onNext(2)
        subject.onNext(3)
        leave.signal()
        drain()
        subscription.dispose()
        XCTAssertEqual(recorder.marks, ["1", "2"])
        XCTAssertEqual(reports.map(\.count), [1])
    }

    /// Elements come and go in an order of chance. A full queue goes from one piece of memory to the next in between.
    func testEachStrategyAgreesWithAnArray() {
        var random = TestRandom(seed: 5)
        for capacity in [1, 2, 15, 16, 17, 100] {
            for strategy in [OverflowStrategy.dropOldest, .dropNewest, .suspend] {
                let scheduler = ManualScheduler()
                let subject = PublishSubject<Int>()
                var arrived: [Int] = []
                let source = Observable<Int>.create(pausable: { observer, _ in subject.subscribe(observer) })
                let observed = (strategy == .suspend ? source : subject.asObservable())
                    .observe(on: scheduler, capacity: capacity, overflow: strategy)
                let subscription = observed.subscribe(onNext: { arrived.append($0) })
                reports = []
                var (waiting, expected, dropped) = ([Int](), [Int](), 0)
                for element in 0..<2_000 {
                    if waiting.count < capacity || strategy == .suspend {
                        waiting.append(element)
                    } else {
                        dropped += 1
                        if strategy == .dropOldest {
                            waiting.removeFirst()
                            waiting.append(element)
                        }
                    }
                    subject.onNext(element)
                    // Now and then everything.
                    if random.below(2 * capacity) == 0 {
                        scheduler.runDue()
                        expected += waiting
                        waiting = []
                    }
                }
                scheduler.runDue()
                XCTAssertEqual(arrived, expected + waiting, "capacity \(capacity), \(strategy)")
                XCTAssertEqual(reports.map(\.count), Array(0..<dropped).map { $0 + 1 })
                subscription.dispose()
            }
        }
    }

    func testRoomForManyElementsTakesNoMemoryBeforeTheyCome() {
        let before = Memory.resident
        XCTAssertEqual(arrivals(of: six + [.completed], capacity: 1 << 26, .dropOldest).count, 7)
        // A sanitizer takes memory of its own for all of it.
        if ProcessInfo.processInfo.environment["MILLRACE_SANITIZER"] == nil {
            XCTAssertLessThan(Memory.resident - before, 100_000_000)
        }
    }

    func testActionsThatASchedulerDropsReleaseWhatWaits() {
        final class Captured {}
        final class Dropping: ImmediateSchedulerType {
            func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
                Disposables.create()
            }
        }
        let subject = PublishSubject<Captured>()
        let observed = subject.observe(on: Dropping(), capacity: 2, overflow: .dropNewest)
        let subscription = observed.subscribe(onNext: { _ in XCTFail("nothing is delivered") })
        weak var first: Captured?
        for _ in 0..<3 {
            let element = Captured()
            first = first ?? element
            subject.onNext(element)
        }
        XCTAssertNil(first)
        XCTAssertEqual(reports, [])
        subscription.dispose()
    }

    func testInVirtualTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createHotObservable([.next(210, 1), .next(210, 2), .next(210, 3), .completed(220)])
        let result = scheduler.start {
            source.observe(on: scheduler, capacity: 2, overflow: .dropOldest)
        }
        XCTAssertEqual(result.events, [.next(211, 2), .next(212, 3), .completed(221)])
        XCTAssertEqual(source.subscriptions, [Subscription(200, 220)])
    }

    func testEachSubscriptionHasItsOwnRoom() {
        let subject = PublishSubject<Int>()
        let observed = subject.observe(on: scheduler, capacity: 1, overflow: .dropNewest)
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        let subscriptions = recorders.map { observed.subscribe($0) }
        queue.suspend()
        subject.onNext(1)
        subject.onNext(2)
        queue.resume()
        drain()
        XCTAssertEqual(recorders.map(\.marks), [["1"], ["1"]])
        XCTAssertEqual(reports.map(\.count), [1, 1])
        for subscription in subscriptions { subscription.dispose() }
    }

    func testADroppedElementIsReleasedAtOnce() {
        final class Captured {}
        for strategy in [OverflowStrategy.dropOldest, .dropNewest] {
            let subject = PublishSubject<Captured>()
            let subscription = subject.observe(on: scheduler, capacity: 1, overflow: strategy).subscribe()
            queue.suspend()
            var first: Captured? = Captured()
            var second: Captured? = Captured()
            weak let dropped = strategy == .dropOldest ? first : second
            weak let kept = strategy == .dropOldest ? second : first
            subject.onNext(first!)
            subject.onNext(second!)
            first = nil
            second = nil
            XCTAssertNil(dropped)
            XCTAssertNotNil(kept)
            subscription.dispose()
            XCTAssertNil(kept, "what waits is released by the disposal")
            queue.resume()
            drain()
        }
    }

    func testNothingIsLostAtTheEndOfAStreamThatEndsAtOnce() {
        for _ in 0..<200 {
            let done = expectation(description: "completed")
            var elements: [Int] = []
            _ = Observable.range(start: 0, count: 20).observe(on: scheduler, capacity: 20, overflow: .error)
                .subscribe(onNext: { elements.append($0) }, onCompleted: { done.fulfill() })
            wait(for: [done], timeout: 60)
            XCTAssertEqual(elements, Array(0..<20))
        }
    }

    func testManyThreadsLoseNothingThatIsNotReported() {
        let subject = PublishSubject<Int>()
        let dropped = Counter()
        Hooks.droppedElementHandler = { _ in dropped.add() }
        let arrived = Counter()
        let all = expectation(description: "all have come or were dropped")
        let observed = subject.observe(on: scheduler, capacity: 7, overflow: .dropOldest)
        let subscription = observed.subscribe(onNext: { _ in arrived.add() }, onCompleted: { all.fulfill() })
        let threads = (0..<4).map { _ in TestThread { for element in 0..<5_000 { subject.onNext(element) } } }
        for thread in threads { thread.join() }
        subject.onCompleted()
        wait(for: [all], timeout: 60)
        XCTAssertEqual(arrived.value + dropped.value, 20_000)
        subscription.dispose()
    }

    func testASourceThatWaitsForRoomStopsWhenTheSchedulerDropsItsAction() {
        final class Late: ImmediateSchedulerType, @unchecked Sendable {
            var action: (() -> Void)?

            func schedule<State>(_ state: State, action: @escaping (State) -> Disposable) -> Disposable {
                self.action = { _ = action(state) }
                return Disposables.create()
            }
        }
        let late = Late()
        var sent = 0
        let subscription = Observable.range(start: 0, count: 1_000)
            .do(onNext: { _ in sent += 1 })
            .observe(on: late, capacity: 4, overflow: .suspend)
            .subscribe()
        XCTAssertEqual(sent, 4)
        late.action = nil
        XCTAssertEqual(sent, 4)
        subscription.dispose()
    }
}
