import Foundation
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The operators for servers: a source on one thread, timers or tasks on others, a disposal on a third.
final class ServerOperatorsRaceTests: StressTestCase {
    private let queue = DispatchQueue(label: "ServerOperatorsRaceTests")
    private lazy var scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "race")

    private final class Round: @unchecked Sendable {
        let source = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = SingleAssignmentDisposable()
        let dropped = Counter()
        let isInside = Counter()
        let overlaps = Counter()

        init(_ token: Token, _ apply: (Observable<Int>, Round) -> Observable<Int>) {
            let recorder = recorder
            let (isInside, overlaps) = (isInside, overlaps)
            subscription.setDisposable(
                apply(source.map { token.keep($0) }, self).subscribe { event in
                    if isInside.add() > 1 { overlaps.add() }
                    recorder.on(token.keep(event))
                    isInside.add(-1)
                }
            )
        }
    }

    /// - Parameter isOrdered: whether these elements may have come in this order.
    private func check(
        _ name: String,
        losesNothing: Bool = true,
        isOrdered: @escaping ([Int]) -> Bool = { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } },
        _ apply: @escaping (Observable<Int>, Round) -> Observable<Int>
    ) {
        let tally = Token.Tally()
        var wrong: [String] = []
        race(
            TestMode.size(2_000, debug: 200, sanitized: 100),
            [
                { (round: Round, number) in
                    for element in 0..<20 { round.source.onNext(element) }
                    if number % 3 == 0 {
                        round.source.onCompleted()
                    } else if number % 3 == 1 {
                        round.source.onError(TestError())
                    }
                },
                { round, number in if number % 4 == 0 || number % 3 == 2 { round.subscription.dispose() } },
            ],
            begin: { _ in Round(Token(tally), apply) },
            end: { round, number in
                let isDisposed = number % 4 == 0 || number % 3 == 2
                if !isDisposed {
                    if !waitUntil(within: 60, { round.recorder.events.last?.isStopEvent == true }) {
                        wrong.append("\(number): no end")
                    }
                    let count = round.recorder.elements.filter { $0 >= 0 }.count + round.dropped.value
                    if number % 3 == 0, losesNothing, count != 20 { wrong.append("\(number): \(count) elements") }
                }
                let elements = round.recorder.elements.filter { $0 >= 0 }
                if !isOrdered(elements) { wrong.append("\(number): \(elements)") }
                if round.overlaps.value > 0 { wrong.append("\(number): two at once") }
                round.subscription.dispose()
                if round.source.hasObservers { wrong.append("\(number): subscribed") }
            }
        )
        XCTAssertEqual(wrong, [], name)
        queue.sync {}
        assertReleased(tally)
    }

    /// 200 elements a second for an hour of virtual time: each comes at its millisecond.
    func testARateIsExactOverAnHour() {
        let seconds = TestMode.size(3_600, debug: 60, sanitized: 60)
        let clock = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
        var (count, wrong) = (0, 0)
        let subscription = Observable.range(start: 0, count: .max)
            .limit(Rate(200, per: .seconds(1)), overflow: .suspend, scheduler: clock)
            .subscribe(onNext: { number in
                if number != count || clock.clock != 5 * number { wrong += 1 }
                count += 1
            })
        clock.advanceTo(1_000 * seconds)
        subscription.dispose()
        XCTAssertEqual(count, 200 * seconds + 1)
        XCTAssertEqual(wrong, 0)
    }

    func testElementsWaitForTheirTokens() {
        let scheduler = scheduler
        check("limit, .buffer") { source, _ in
            source.limit(Rate(1, per: .microseconds(5), burst: 2), overflow: .buffer, scheduler: scheduler)
        }
    }

    func testElementsAreDroppedAndCounted() {
        let scheduler = scheduler
        for overflow in [OverflowStrategy.dropOldest, .dropNewest] {
            for capacity in [0, 1, 3] {
                check("limit, \(overflow), \(capacity)") { source, round in
                    source.limit(
                        Rate(1, per: .microseconds(5)),
                        capacity: capacity,
                        overflow: overflow,
                        scheduler: scheduler,
                        onDrop: { round.dropped.set($0) }
                    )
                }
            }
        }
    }

    func testAnElementWithoutRoomFails() {
        let scheduler = scheduler
        check("limit, .error", losesNothing: false) { source, _ in
            source.limit(Rate(1, per: .microseconds(5)), capacity: 2, overflow: .error, scheduler: scheduler)
        }
    }

    /// A source that is held back by the limit, and the limit by a queue below.
    func testTheSourceIsHeldBack() {
        let scheduler = scheduler
        let other = SerialDispatchQueueScheduler(qos: .default)
        let count = TestMode.size(20_000, debug: 5_000, sanitized: 2_000)
        for capacity in [0, 4] {
            let received = Box<[Int]>([])
            let isOver = Moment()
            let subscription = Observable.range(start: 0, count: count)
                .limit(
                    Rate(1, per: .microseconds(10), burst: 3),
                    capacity: capacity,
                    overflow: .suspend,
                    scheduler: scheduler
                )
                .observe(on: other, capacity: 2, overflow: .suspend)
                .subscribe(onNext: { received.value.append($0) }, onDisposed: { isOver.set() })
            isOver.wait()
            XCTAssertTrue(received.value == Array(0..<count), "\(received.value.count) of \(count)")
            subscription.dispose()
        }
    }

    func testBatches() {
        let scheduler = scheduler
        check("batch") { source, _ in
            source.batch(upTo: 7, weight: 30, of: { $0 }, within: .microseconds(3), scheduler: scheduler)
                .flatMap { Observable.from($0) }
        }
    }

    func testSomethingIsSentMeanwhile() {
        let scheduler = scheduler
        check("keepAlive") { source, _ in
            source.keepAlive(every: .microseconds(1), scheduler: scheduler) { -1 }
        }
    }

    func testFurtherAttempts() {
        let scheduler = scheduler
        let policy = RetryPolicy(maxAttempts: 2, initialDelay: .microseconds(2), factor: 1)
        check("map(onFailure:)") { source, round in
            let strategy = FailureStrategy<Int>.retry(
                policy,
                scheduler: scheduler,
                then: .report { _ in round.dropped.add() }
            )
            return source.map(onFailure: strategy) { number in
                if number % 5 == 3 { throw TestError() }
                return number
            }
        }
    }

    /// The elements of each key are in order.
    func testAsynchronousClosuresInTheOrderOfKeys() {
        for (limit, keys) in [(1, 3), (3, 2), (4, 20)] {
            check(
                "map(maxConcurrent: \(limit), orderedBy:), \(keys) keys",
                isOrdered: { elements in
                    (0..<keys).allSatisfy { key in
                        let own = elements.filter { $0 % keys == key }
                        return own == own.sorted()
                    }
                }
            ) { source, _ in
                source.map(maxConcurrent: limit, orderedBy: { $0 % keys }) { number in
                    if number % 3 == 0 { await Task.yield() }
                    return number
                }
            }
        }
    }

    /// All elements arrive, each key's in order, although workers park, lanes come and go, and elements wait.
    func testNoElementOfAKeyIsForgotten() {
        let count = TestMode.size(200_000, debug: 30_000, sanitized: 10_000)
        for (limit, keys) in [(1, 10), (4, 1), (4, 3), (8, 1_000)] {
            let source = PublishSubject<Int>()
            let received = Box<[Int]>([])
            let inside = (0..<keys).map { _ in Counter() }
            let overlaps = Counter()
            let isOver = Moment()
            _ =
                source
                .map(maxConcurrent: limit, orderedBy: { $0 % keys }) { number in
                    if inside[number % keys].add() > 1 { overlaps.add() }
                    if number % 7 == 0 { await Task.yield() }
                    inside[number % keys].add(-1)
                    return number
                }
                .subscribe(onNext: { received.value.append($0) }, onDisposed: { isOver.set() })
            for number in 0..<count {
                source.onNext(number)
                if number % 100 == 0 { sched_yield() }
            }
            source.onCompleted()
            isOver.wait()
            XCTAssertEqual(overlaps.value, 0)
            XCTAssertTrue(received.value.sorted() == Array(0..<count), "\(limit), \(keys)")
            var last = Array(repeating: -1, count: keys)
            let isOrdered = received.value.allSatisfy { number in
                defer { last[number % keys] = number }
                return last[number % keys] < number
            }
            XCTAssertTrue(isOrdered, "\(limit), \(keys)")
        }
    }

    func testElementsOfKeysAreDroppedWhileTheyRun() {
        let reported = Counter()
        let former = Hooks.droppedElementHandler
        Hooks.droppedElementHandler = { _ in reported.add() }
        defer { Hooks.droppedElementHandler = former }
        for overflow in [OverflowStrategy.dropOldest, .dropNewest] {
            let before = reported.value
            let received = Counter()
            let count = TestMode.size(100_000, debug: 20_000, sanitized: 5_000)
            let source = PublishSubject<Int>()
            let isOver = Moment()
            _ =
                source
                .map(maxConcurrent: 2, orderedBy: { $0 % 5 == 0 ? 0 : $0 }, capacity: 6, overflow: overflow) { number in
                    if number % 3 == 0 { await Task.yield() }
                    return number
                }
                .subscribe(onNext: { _ in received.add() }, onDisposed: { isOver.set() })
            for number in 0..<count { source.onNext(number) }
            source.onCompleted()
            isOver.wait()
            XCTAssertEqual(received.value + reported.value - before, count)
        }
    }
}
