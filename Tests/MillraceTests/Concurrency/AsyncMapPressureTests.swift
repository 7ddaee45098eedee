import Millrace
import TestSupport
import XCTest

/// Asynchronous closures between a source that can pause and a bounded queue that is full.
final class AsyncMapPressureTests: XCTestCase {
    private func numbers(_ count: Int, _ emitted: Counter) -> Observable<Int> {
        Observable.range(start: 0, count: count).do(onNext: { _ in emitted.add() })
    }

    func testElementsThatWaitHoldTheSourceBack() async throws {
        for ordered in [false, true] {
            let emitted = Counter()
            let mayEnd = ReplaySubject<Void>.create(bufferSize: 1)
            let results = numbers(1_000, emitted)
                .map(maxConcurrent: 2, ordered: ordered) { number in
                    _ = try await mayEnd.first().value
                    return number
                }
                .values
            // Two are on their way, two wait, and the next one has been asked for.
            await waitForTasks { emitted.value >= 4 }
            XCTAssertLessThanOrEqual(emitted.value, 5)
            mayEnd.onNext(())
            var received: [Int] = []
            for try await number in results { received.append(number) }
            XCTAssertEqual(received.sorted(), Array(0..<1_000))
            if ordered { XCTAssertEqual(received, Array(0..<1_000)) }
        }
    }

    func testACapacityThatSuspends() async throws {
        let emitted = Counter()
        let mayEnd = ReplaySubject<Void>.create(bufferSize: 1)
        let results = numbers(1_000, emitted)
            .filter(maxConcurrent: 3, capacity: 5, overflow: .suspend) { number in
                _ = try await mayEnd.first().value
                return number.isMultiple(of: 2)
            }
            .values
        await waitForTasks { emitted.value >= 8 }
        XCTAssertLessThanOrEqual(emitted.value, 9)
        mayEnd.onNext(())
        var received: [Int] = []
        for try await number in results { received.append(number) }
        XCTAssertEqual(received.sorted(), Array(stride(from: 0, to: 1_000, by: 2)))
    }

    func testAFullQueueBelowHoldsTheResultsBack() async throws {
        for ordered in [false, true] {
            let (emitted, delivered) = (Counter(), Counter())
            let results = numbers(10_000, emitted)
                .map(maxConcurrent: 4, ordered: ordered) { $0 }
                .do(onNext: { _ in delivered.add() })
                .values(capacity: 8, overflow: .suspend)
            await waitForTasks { emitted.value >= 8 }
            var received: [Int] = []
            for try await number in results {
                received.append(number)
                XCTAssertLessThanOrEqual(delivered.value, received.count + 9)
                XCTAssertLessThanOrEqual(emitted.value, received.count + 9 + 9)
            }
            XCTAssertEqual(received.sorted(), Array(0..<10_000))
            if ordered { XCTAssertEqual(received, Array(0..<10_000)) }
        }
    }

    func testWhoeverMakesRoomLeavesNoElementBehind() async throws {
        for limit in 1...3 {
            for ordered in [false, true] {
                let emitted = Counter()
                var iterator = numbers(100, emitted)
                    .map(maxConcurrent: limit, ordered: ordered) { $0 }
                    .values(capacity: 1, overflow: .suspend)
                    .makeAsyncIterator()
                var received: [Int] = []
                for _ in 0..<100 {
                    // All that can be done without room has been done, and the workers are parked.
                    for _ in 0..<20 { await Task.yield() }
                    if let number = try await iterator.next() { received.append(number) }
                }
                XCTAssertEqual(received.sorted(), Array(0..<100))
            }
        }
    }

    func testResultsThatHaveWaitedAreNotDeliveredByTheThreadThatMakesRoom() {
        let scheduler = ManualScheduler()
        let here = TestThread.currentID
        let (deliveredHere, received, ended) = (Counter(), Counter(), Counter())
        let subscription = Observable.range(start: 0, count: 50)
            .map(maxConcurrent: 4) { $0 }
            .do(onNext: { _ in if TestThread.currentID == here { deliveredHere.add() } })
            .observe(on: scheduler, capacity: 2, overflow: .suspend)
            .subscribe(onNext: { _ in received.add() }, onCompleted: { ended.add() })
        waitUntil(within: 60) {
            scheduler.runDue()
            return ended.value == 1
        }
        XCTAssertEqual(received.value, 50)
        XCTAssertEqual(deliveredHere.value, 0)
        subscription.dispose()
    }

    func testASourceThatCannotPauseIsTaken() async throws {
        let subject = PublishSubject<Int>()
        let results = subject.map(maxConcurrent: 2, ordered: true) { $0 }.values
        for number in 0..<100 { subject.onNext(number) }
        subject.onCompleted()
        var received: [Int] = []
        for try await number in results { received.append(number) }
        XCTAssertEqual(received, Array(0..<100))
    }

    func testADisposalWhileResultsAreHeldBackReleasesThem() async {
        weak var weakToken: AnyObject?
        do {
            final class Kept: Sendable {}
            let token = Kept()
            weakToken = token
            let task = Task {
                var iterator = Observable.range(start: 0, count: 1_000)
                    .map(maxConcurrent: 4) { _ in token }
                    .values(capacity: 2, overflow: .suspend)
                    .makeAsyncIterator()
                _ = try await iterator.next()
            }
            _ = await task.result
        }
        await waitForTasks { weakToken == nil }
    }

    // MARK: Failures

    /// Four elements of a source whose end the test sends, each with a closure that waits for its gate; the result of
    /// the first one fills the queue below, from which nothing is taken at first.
    private final class FullQueue: @unchecked Sendable {
        let gates = (0..<4).map { _ in Gate() }
        let log = Locker<[String]>([])
        let cancelled = Locker<[Int]>([])
        let (started, ended) = (Counter(), Counter())
        private let observer = Locker<AnyObserver<Int>?>(nil)

        /// - Parameter failing: the element whose closure fails.
        func results(failing: Int? = nil, ordered: Bool) -> Observable<Int> {
            Observable<Int>.create(pausable: { [self] observer, _ in
                self.observer.change { $0 = observer }
                for number in 0..<4 { observer.onNext(number) }
                return Disposables.create()
            })
            .map(maxConcurrent: 4, ordered: ordered) { [self] number in
                started.add()
                await gates[number].passWhenCancelled()
                if Task.isCancelled { cancelled.change { $0.append(number) } }
                ended.add()
                if number == failing { throw TestError("\(number)") }
                return number
            }
            .do(
                onNext: { [log] number in log.change { $0.append("\(number)") } },
                onError: { [log] error in log.change { $0.append("x(\(error))") } }
            )
        }

        func fail() { observer.value?.onError(TestError("source")) }

        /// Waits until all closures have begun, since a closure that has not begun when another one fails never runs. Then
        /// opens gates one after another, and waits at each until its closure has ended.
        func open(_ numbers: Int...) async {
            await waitForTasks { self.started.value == 4 }
            for number in numbers {
                let before = ended.value
                gates[number].open()
                await waitForTasks { self.ended.value > before }
                // If the closure's result has to wait, nothing outside shows that the worker has gone on.
                for _ in 0..<100 { await Task.yield() }
            }
            await waitForTasks { !self.log.value.isEmpty }
        }
    }

    func testAFailureOfAClosureNeedsNoRoom() async throws {
        let queue = FullQueue()
        let results = queue.results(failing: 2, ordered: false).values(capacity: 1, overflow: .suspend)
        await queue.open(0, 1)
        XCTAssertEqual(queue.log.value, ["0"], "the result of 1 waits")
        queue.gates[2].open()
        await waitForTasks { queue.log.value.count > 1 && queue.cancelled.value.count == 1 }
        XCTAssertEqual(queue.log.value, ["0", "x(2)"])
        XCTAssertEqual(queue.cancelled.value, [3])
        let received = await marks(of: results)
        XCTAssertEqual(received, ["0", "x(2)"])
    }

    func testAFailureOfTheSourceNeedsNoRoom() async throws {
        for ordered in [false, true] {
            let queue = FullQueue()
            let results = queue.results(ordered: ordered).values(capacity: 1, overflow: .suspend)
            await queue.open(0, 1)
            XCTAssertEqual(queue.log.value, ["0"], "the result of 1 waits")
            queue.fail()
            // A worker may be about to find no room; then it passes the failure on.
            await waitForTasks { queue.log.value.count > 1 && queue.cancelled.value.count == 2 }
            XCTAssertEqual(queue.log.value, ["0", "x(source)"])
            XCTAssertEqual(queue.cancelled.value.sorted(), [2, 3])
            let received = await marks(of: results)
            XCTAssertEqual(received, ["0", "x(source)"])
        }
    }

    func testAnOrderedFailureNeedsNoRoomWhenItsTurnHasCome() async throws {
        let queue = FullQueue()
        let results = queue.results(failing: 1, ordered: true).values(capacity: 1, overflow: .suspend)
        await queue.open(0)
        XCTAssertEqual(queue.log.value, ["0"])
        queue.gates[1].open()
        await waitForTasks { queue.log.value.count > 1 && queue.cancelled.value.count == 2 }
        XCTAssertEqual(queue.log.value, ["0", "x(1)"])
        XCTAssertEqual(queue.cancelled.value.sorted(), [2, 3])
        let received = await marks(of: results)
        XCTAssertEqual(received, ["0", "x(1)"])
    }

    func testAnOrderedFailureComesAfterTheResultsThatWaitForRoom() async throws {
        let queue = FullQueue()
        let results = queue.results(failing: 2, ordered: true).values(capacity: 1, overflow: .suspend)
        await queue.open(0, 1, 2)
        XCTAssertEqual(queue.log.value, ["0"], "1 waits, and 2 comes after it")
        var iterator = results.makeAsyncIterator()
        let first = try await iterator.next()
        XCTAssertEqual(first, 0)
        // There is room for the result of 1; the failure follows although 1 has filled the queue again.
        await waitForTasks { queue.log.value.count > 2 && queue.cancelled.value == [3] }
        XCTAssertEqual(queue.log.value, ["0", "1", "x(2)"])
        let rest = await marks(of: results)
        XCTAssertEqual(rest, ["1", "x(2)"])
    }
}
