import Foundation
import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// One circuit breaker, eight threads that call.
final class CircuitBreakerRaceTests: StressTestCase {
    private let threads = 8

    private func breaker(_ scheduler: SchedulerType, trials: Int) -> CircuitBreaker {
        CircuitBreaker(.consecutive(3), slowAfter: .never, openFor: .seconds(1), trials: trials, scheduler: scheduler)
    }

    private func fail(_ breaker: CircuitBreaker) {
        _ = Observable<Int>.error(TestError()).protected(by: breaker).subscribe(onError: { _ in })
    }

    /// All threads call while the breaker is half open, and no call ends before all have been made.
    func testJustTheChosenNumberOfTrialsPass() {
        let rounds = TestMode.size(2_000, debug: 500, sanitized: 200)
        final class Round: @unchecked Sendable {
            let scheduler = ManualScheduler()
            let made = Counter()
            let passed = Counter()
            let rejected = Counter()
            var breaker: CircuitBreaker!
        }
        let threads = threads
        var wrong: [String] = []
        let body: (Round, Int, Int) -> Void = { round, number, thread in
            let fails = number % 4 == 0 && thread % 2 == 0
            let source = Observable<Int>.create { observer in
                let order = round.passed.add()
                round.made.add()
                waitUntil { round.made.value == threads }
                if fails && order == 1 { observer.onError(TestError()) } else { observer.onCompleted() }
                return Disposables.create()
            }
            _ = source.protected(by: round.breaker).subscribe(onError: { error in
                guard error is CircuitBreaker.Rejection else { return }
                round.rejected.add()
                round.made.add()
            })
        }
        race(
            rounds,
            (0..<threads).map { thread in { body($0, $1, thread) } },
            begin: { number in
                let round = Round()
                round.breaker = breaker(round.scheduler, trials: 1 + number % 3)
                for _ in 0..<3 { fail(round.breaker) }
                round.scheduler.advance(by: .seconds(1))
                return round
            },
            end: { round, number in
                let trials = 1 + number % 3
                if round.passed.value != trials || round.rejected.value != threads - trials {
                    wrong.append("\(number): \(round.passed.value) passed, \(round.rejected.value) rejected")
                }
                if round.breaker.rejections != threads - trials {
                    wrong.append("\(number): \(round.breaker.rejections)")
                }
                let state = round.breaker.currentState
                if state == .halfOpen || number % 4 != 0 && state != .closed { wrong.append("\(number): \(state)") }
            }
        )
        XCTAssertEqual(Array(wrong.prefix(3)), [])
    }

    /// Calls that succeed and fail, while time passes: each call is let through or counted as rejected, observers of
    /// the state are told one change after another, and the last one is the state.
    func testEightThreadsCallWhileTimePasses() {
        let scheduler = ManualScheduler()
        let breaker = breaker(scheduler, trials: 2)
        let calls = TestMode.size(40_000, debug: 10_000, sanitized: 4_000)
        let (passed, rejected, overlaps, repeats, told) = (Counter(), Counter(), Counter(), Counter(), Counter())
        let isInside = Counter()
        let lock = NSLock()
        var last: CircuitBreaker.State?
        let subscription = breaker.state.subscribe(onNext: { state in
            if isInside.ordered != 0 { overlaps.add() }
            isInside.setOrdered(1)
            told.add()
            lock.withLock {
                if last == state { repeats.add() }
                last = state
            }
            isInside.setOrdered(0)
        })
        let isOver = Counter()
        let clock = TestThread {
            while isOver.value == 0 {
                scheduler.advance(by: .seconds(1))
                sched_yield()
            }
        }
        let threads = threads
        concurrently(
            (0..<threads).map { thread in
                {
                    var random = TestRandom(seed: UInt64(thread))
                    for _ in 0..<calls {
                        let number = Int.random(in: 0..<8, using: &random)
                        let source = Observable<Int>.create { observer in
                            passed.add()
                            dawdle(number % 2)
                            if number < 5 { observer.onError(TestError()) } else { observer.onCompleted() }
                            return Disposables.create()
                        }
                        _ = source.protected(by: breaker).subscribe(onError: {
                            if $0 is CircuitBreaker.Rejection { rejected.add() }
                        })
                    }
                }
            }
        )
        isOver.set(1)
        clock.join()
        XCTAssertEqual(passed.value + rejected.value, threads * calls)
        XCTAssertEqual(breaker.rejections, rejected.value)
        XCTAssertGreaterThan(rejected.value, 0)
        XCTAssertGreaterThan(told.value, 10)
        XCTAssertEqual([overlaps.value, repeats.value], [0, 0])
        XCTAssertEqual(last, breaker.currentState)
        // It is not stuck.
        for _ in 0..<3 {
            scheduler.advance(by: .seconds(1))
            _ = Observable.just(1).protected(by: breaker).subscribe(onError: { _ in })
        }
        XCTAssertEqual(breaker.currentState, .closed)
        subscription.dispose()
    }

    /// A call ends, is disposed and becomes slow at the same moment: it counts once.
    func testACallCountsOnce() {
        final class Round: @unchecked Sendable {
            let scheduler = ManualScheduler()
            let source = PublishSubject<Int>()
            var breaker: CircuitBreaker!
            var subscription: Disposable?
        }
        var wrong: [String] = []
        race(
            TestMode.size(20_000, debug: 3_000, sanitized: 1_000),
            [
                { (round: Round, _) in round.source.onError(TestError()) },
                { round, _ in round.scheduler.advance(by: .seconds(5)) },
                { round, _ in round.subscription?.dispose() },
            ],
            begin: { _ in
                let round = Round()
                round.breaker = CircuitBreaker(
                    .consecutive(2),
                    slowAfter: .seconds(5),
                    openFor: .seconds(100),
                    scheduler: round.scheduler
                )
                round.subscription = round.source.protected(by: round.breaker).subscribe(onError: { _ in })
                return round
            },
            end: { round, number in
                if round.breaker.currentState != .closed { wrong.append("\(number): counted twice") }
                if round.scheduler.waitingCount != 0 { wrong.append("\(number): a timer waits") }
            }
        )
        XCTAssertEqual(Array(wrong.prefix(3)), [])
    }
}
