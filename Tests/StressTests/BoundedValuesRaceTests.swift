import Dispatch
import Foundation
import Millrace
import TestSupport
import XCTest

/// Tasks that iterate over bounded queues, while sources emit, end, are disposed and go on, and the tasks are cancelled or
/// leave: what was sent is received or counted as dropped, the task goes on exactly once, and all is let go of.
final class BoundedValuesRaceTests: StressTestCase {
    private static let droppingStrategies: [OverflowStrategy] = [.dropOldest, .dropNewest, .error, .buffer]

    /// A task that iterates over what a subject sends.
    private final class Iteration: @unchecked Sendable {
        let source = PublishSubject<Int>()
        let stop = PublishSubject<Void>()
        let isOver = Moment()
        let dropped = Counter()
        private(set) var found: [Int] = []
        private(set) var ending = ""
        private var task: Task<Void, Never>?

        /// - Parameter limit: after how many elements the task leaves.
        init(_ tally: Token.Tally, _ overflow: OverflowStrategy, inBatches: Bool, limit: Int) {
            let token = Token(tally)
            let dropped = dropped
            let observed = source.take(until: stop).map { (number: token.keep($0), token: Token(tally)) }
            // Nothing but the iterator holds on to the subscription.
            let values = Box<AsyncValues<(number: Int, token: Token), any Error>?>(
                observed.values(capacity: 3, overflow: overflow, onDrop: { dropped.set(token.keep($0)) })
            )
            task = Task { [self] in
                do {
                    if inBatches {
                        for try await batch in values.value!.batches {
                            values.value = nil
                            found += batch.map(\.number)
                            if found.count >= limit { break }
                        }
                    } else {
                        for try await element in values.value! {
                            values.value = nil
                            found.append(element.number)
                            if found.count >= limit { break }
                        }
                    }
                    values.value = nil
                    ending = "|"
                } catch {
                    values.value = nil
                    ending = "x(\(error is CancellationError ? "cancelled" : "\(error)"))"
                }
                isOver.set()
            }
        }

        func cancel() { task?.cancel() }
    }

    private func iterate(_ rounds: Int, inBatches: Bool) {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            rounds,
            [
                { (iteration: Iteration, number) in
                    for element in 0..<10 { iteration.source.onNext(element) }
                    if number % 2 == 0 { iteration.source.onCompleted() } else { iteration.source.onError(TestError()) }
                },
                { iteration, number in if number % 3 == 0 { iteration.stop.onNext(()) } },
                { iteration, number in if number % 5 == 0 { iteration.cancel() } },
            ],
            begin: { number in
                Iteration(
                    tally,
                    BoundedValuesRaceTests.droppingStrategies[number % 4],
                    inBatches: inBatches,
                    limit: number % 7 == 0 ? 2 : .max
                )
            },
            end: { iteration, number in
                iteration.isOver.wait()
                let found = iteration.found
                if zip(found, found.dropFirst()).contains(where: { $0 >= $1 }) { wrong.append("\(number): \(found)") }
                if iteration.source.hasObservers || iteration.stop.hasObservers {
                    wrong.append("\(number): subscribed")
                }
                let isWhole = number % 3 != 0 && number % 5 != 0 && number % 7 != 0
                // With `.error` the rest is not taken.
                if isWhole, number % 4 != 2, found.count + iteration.dropped.value != 10 {
                    wrong.append("\(number): \(found.count) received and \(iteration.dropped.value) dropped of 10")
                }
                if isWhole, number % 4 != 2, iteration.ending != (number % 2 == 0 ? "|" : "x(error)") {
                    wrong.append("\(number): \(iteration.ending)")
                }
            }
        )
        XCTAssertEqual(wrong.prefix(10), [])
        assertReleased(tally)
    }

    func testElementsRaceWithTheEndADisposalAndACancellation() {
        iterate(TestMode.size(100_000, debug: 3_000, sanitized: 2_000), inBatches: false)
    }

    func testBatchesRaceWithTheEndADisposalAndACancellation() {
        iterate(TestMode.size(100_000, debug: 3_000, sanitized: 2_000), inBatches: true)
    }

    func testSentIsReceivedAndDropped() {
        for overflow in [OverflowStrategy.dropOldest, .dropNewest] {
            let each = TestMode.size(1_000_000, debug: 100_000, sanitized: 30_000)
            let subject = PublishSubject<Int>()
            let (dropped, received, isOver) = (Counter(), Counter(), Moment())
            let values = subject.values(capacity: 64, overflow: overflow) { _ in dropped.add() }
            Task {
                for try await _ in values { received.add() }
                isOver.set()
            }
            let emit = { for element in 0..<each { subject.onNext(element) } }
            concurrently(emit, emit)
            subject.onCompleted()
            isOver.wait()
            XCTAssertEqual(received.value + dropped.value, 2 * each, "\(overflow)")
        }
    }

    /// Each pause is a chance to miss the call that ends it.
    func testNoPauseIsForEver() {
        for number in 0..<TestMode.size(10_000, debug: 1_000, sanitized: 500) {
            let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
            let capacity = number % 5 + 1
            let range = { Observable.range(start: 0, count: 20, scheduler: scheduler) }
            let source: Observable<Int>
            let count: Int
            switch number % 4 {
            case 0: (source, count) = (range(), 20)
            case 1: (source, count) = (.merge(range(), range(), range()), 60)
            case 2: (source, count) = (Observable.range(start: 0, count: 3).flatMap { _ in range() }, 60)
            default: (source, count) = (Observable.range(start: 0, count: 3).concatMap { _ in range() }, 60)
            }
            let (isOver, received) = (Moment(), Counter())
            let (inFlight, most) = (Counter(), Counter())
            let values = source.do(onNext: { _ in most.set(max(most.value, inFlight.add())) })
                .values(capacity: capacity, overflow: .suspend)
            Task {
                for try await _ in values {
                    inFlight.add(-1)
                    received.add()
                }
                isOver.set()
            }
            isOver.wait()
            XCTAssertEqual(received.value, count, "\(number)")
            XCTAssertLessThanOrEqual(most.value, capacity + 4, "\(number)")
        }
    }

    func testACancellationMeetsSourcesThatAreHeldBack() {
        let tally = Token.Tally()
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        for number in 0..<TestMode.size(30_000, debug: 2_000, sanitized: 1_000) {
            let token = Token(tally)
            let range = Observable.range(start: 0, count: 1_000, scheduler: scheduler).map { token.keep($0) }
            let source = number % 2 == 0 ? range : .merge(range, range)
            let (isOver, begins) = (Moment(), Moment())
            let task = Task {
                begins.set()
                do { for try await _ in source.values(capacity: 2, overflow: .suspend) {} } catch {}
                isOver.set()
            }
            begins.wait()
            dawdle(number % 50)
            task.cancel()
            isOver.wait()
        }
        assertReleased(tally)
    }
}
