import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The operators for servers between a source that can pause and a bounded queue that is nearly always full: the source
/// is held back and goes on from two threads, timers fire, and a third thread disposes, or the source ends or fails.
final class PausedServerRaceTests: StressTestCase {
    private let timers = SerialDispatchQueueScheduler(internalSerialQueueName: "PausedServerRaceTests.timers")
    private let readers = DispatchQueue(label: "PausedServerRaceTests.readers")

    private final class Round: @unchecked Sendable {
        let recorder = Recorder<Int>()
        let subscription = SingleAssignmentDisposable()
        /// What the operator has left out.
        let leftOut = Counter()
        let isInside = Counter()
        let overlaps = Counter()
    }

    /// - Parameter expected: what arrives of these numbers, and how often, if nothing disposes or fails: sorted.
    private func check(
        _ name: String,
        isOrdered: Bool = true,
        expected: (([Int]) -> [Int])? = nil,
        _ apply: @escaping (Observable<Int>, Round) -> Observable<Int>
    ) {
        let tally = Token.Tally()
        let numbers = Array(0..<60)
        let expected = expected?(numbers) ?? numbers
        let reading = SerialDispatchQueueScheduler(queue: readers, internalSerialQueueName: "readers")
        var wrong: [String] = []
        race(
            TestMode.size(1_500, debug: 150, sanitized: 80),
            [
                { (round: Round, number) in
                    let token = Token(tally)
                    let end = number % 3 == 1 ? Observable<Int>.error(TestError()) : .empty()
                    let source = Observable.from(numbers).concat(end).map { token.keep($0) }
                    round.subscription.setDisposable(
                        apply(source, round)
                            .observe(on: reading, capacity: 2, overflow: .suspend)
                            .subscribe { event in
                                if round.isInside.add() > 1 { round.overlaps.add() }
                                round.recorder.on(token.keep(event))
                                round.isInside.add(-1)
                            }
                    )
                },
                { round, number in
                    dawdle(number % 60)
                    if number % 3 == 0 { round.subscription.dispose() }
                },
            ],
            begin: { _ in Round() },
            end: { round, number in
                if number % 3 != 0, !waitUntil(within: 60, { round.recorder.events.last?.isStopEvent == true }) {
                    wrong.append("\(number): no end, \(round.recorder.elements)")
                }
                let elements = round.recorder.elements.filter { $0 >= 0 }
                if number % 3 == 2, elements.count != expected.count - round.leftOut.value {
                    wrong.append("\(number): \(round.recorder.marks)")
                }
                if isOrdered, zip(elements, elements.dropFirst()).contains(where: { $0 >= $1 }) {
                    wrong.append("\(number): \(round.recorder.marks)")
                }
                if Set(elements).count != elements.count { wrong.append("\(number): twice, \(elements)") }
                if round.overlaps.value > 0 { wrong.append("\(number): two at once") }
                round.subscription.dispose()
            }
        )
        XCTAssertEqual(Array(wrong.prefix(3)), [], name)
        readers.sync {}
        assertReleased(tally)
    }

    func testElementsWaitForTheirTokens() {
        let timers = timers
        for (capacity, burst) in [(0, 1), (3, 2), (1, 8)] {
            check("limit, \(capacity)") { source, _ in
                source.limit(
                    Rate(1, per: .microseconds(5), burst: burst),
                    cost: { $0 % 2 },
                    capacity: capacity,
                    overflow: .suspend,
                    scheduler: timers
                )
            }
        }
    }

    func testBatches() {
        let timers = timers
        check("batch") { source, _ in
            source.batch(upTo: 7, weight: 30, of: { $0 }, within: .microseconds(3), scheduler: timers)
                .concatMap { Observable.from($0) }
        }
    }

    func testSomethingIsSentMeanwhile() {
        let timers = timers
        check("keepAlive") { source, _ in
            source.keepAlive(every: .microseconds(20), scheduler: timers) { -1 }
        }
    }

    func testFurtherAttempts() {
        let timers = timers
        let policy = RetryPolicy(maxAttempts: 2, initialDelay: .microseconds(2), factor: 1)
        check("map(onFailure:)") { source, round in
            source.map(
                onFailure: .retry(policy, scheduler: timers, then: .report { _ in round.leftOut.add() })
            ) { number in
                if number % 5 == 3 { throw TestError() }
                return number
            }
        }
    }

    func testFurtherAttemptsOfAsynchronousClosures() {
        let timers = timers
        let policy = RetryPolicy(maxAttempts: 2, initialDelay: .microseconds(2), factor: 1)
        for isOrdered in [true, false] {
            check("map(maxConcurrent: 3, ordered: \(isOrdered), onFailure:)", isOrdered: isOrdered) { source, round in
                let strategy = FailureStrategy<Int>.retry(
                    policy,
                    scheduler: timers,
                    then: .report { _ in round.leftOut.add() }
                )
                return source.map(maxConcurrent: 3, ordered: isOrdered, onFailure: strategy) { number in
                    if number % 5 == 3 { throw TestError() }
                    return number
                }
            }
        }
    }

    /// Keys whose closures fail and are tried again, with a room for waiting elements or without.
    func testFurtherAttemptsInTheOrderOfKeys() {
        let timers = timers
        let policy = RetryPolicy(maxAttempts: 2, initialDelay: .microseconds(2), factor: 1)
        for capacity in [nil, 1, 5] {
            check("map(maxConcurrent: 3, orderedBy:, \(capacity ?? 0))", isOrdered: false) { source, round in
                let strategy = FailureStrategy<Int>.retry(
                    policy,
                    scheduler: timers,
                    then: .report { _ in round.leftOut.add() }
                )
                let transform: @Sendable (Int) async throws -> Int = { number in
                    if number % 7 == 3 { throw TestError() }
                    if number % 4 == 0 { await Task.yield() }
                    return number
                }
                guard let capacity else {
                    return source.map(maxConcurrent: 3, orderedBy: { $0 % 4 }, onFailure: strategy, transform)
                }
                return source.map(
                    maxConcurrent: 3,
                    orderedBy: { $0 % 4 },
                    capacity: capacity,
                    overflow: .suspend,
                    onFailure: strategy,
                    transform
                )
            }
        }
    }

    /// Without a strategy, an error of a closure ends the stream while others run and elements wait: one failure, or the
    /// source's own.
    func testAClosureThatFailsInTheOrderOfKeys() {
        check("map(maxConcurrent: 3, orderedBy:), failing", isOrdered: false, expected: { _ in [0] }) { source, _ in
            source.map(maxConcurrent: 3, orderedBy: { $0 % 4 }) { number in
                if number == 41 { throw TestError() }
                if number % 4 == 0 { await Task.yield() }
                return number
            }
            .reduce(0) { _, _ in 0 }
            .catch { _ in .just(0) }
        }
    }

    func testGroupsThatEnd() {
        let timers = timers
        check("groupBy(_:idle:until:atMost:)", isOrdered: false) { source, _ in
            source.groupBy(
                { $0 % 6 },
                idle: .microseconds(10),
                until: { $0.filter { $0 % 5 == 0 } },
                atMost: 3,
                scheduler: timers
            )
            .flatMap { $0 }
        }
    }

    func testCallsThatAreRejected() {
        let timers = timers
        let breaker = CircuitBreaker(
            .consecutive(2),
            slowAfter: .microseconds(50),
            openFor: .microseconds(20),
            trials: 2,
            scheduler: timers
        )
        check("protected(by:)") { source, round in
            source.concatMap { number in
                (number % 4 == 3 ? Observable<Int>.error(TestError()) : .just(number))
                    .protected(by: breaker)
                    .catch { _ in
                        round.leftOut.add()
                        return .empty()
                    }
            }
        }
    }

    func testRequestsThatAreHedged() {
        let timers = timers
        check("hedged", isOrdered: false) { source, _ in
            source.flatMap(maxConcurrent: 4) { number in
                Single.just(number).delaySubscription(.microseconds(number % 3 * 4), scheduler: timers)
                    .hedged(after: .microseconds(5), scheduler: timers)
                    .asObservable()
            }
        }
    }
}
