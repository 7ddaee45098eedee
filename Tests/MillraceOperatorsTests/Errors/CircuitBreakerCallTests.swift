import Dispatch
import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// Calls of traits and tasks.
final class CircuitBreakerCallTests: CircuitBreakerTestCase {
    private func rejected(for seconds: Double) -> String {
        "x(rejected by a circuit breaker that is open, for \(Duration.seconds(seconds)))"
    }

    func testTraits() {
        let breaker = breaker(.consecutive(3))
        let recorder = Recorder<Int>()
        _ = Single.just(1).protected(by: breaker).asObservable().subscribe(recorder)
        _ = Maybe<Int>.empty().protected(by: breaker).asObservable().subscribe(recorder)
        _ = Completable.error(TestError("bad")).protected(by: breaker).subscribe(onError: { recorder.onError($0) })
        XCTAssertEqual(recorder.marks, ["1", "|", "|", "x(bad)"])
        XCTAssertEqual(breaker.currentState, .closed)
    }

    func testAsynchronousCalls() async throws {
        let breaker = breaker()
        let one = try await breaker.run { 1 }
        XCTAssertEqual(one, 1)
        for _ in 0..<2 {
            do {
                try await breaker.run { throw TestError("bad") }
                XCTFail("no error")
            } catch { XCTAssertEqual("\(error)", "bad") }
        }
        XCTAssertEqual(breaker.currentState, .open)
        do {
            _ = try await breaker.run { XCTFail("called") }
            XCTFail("no error")
        } catch let error as CircuitBreaker.Rejection {
            XCTAssertEqual(error, .init(state: .open, remaining: .seconds(30)))
        }
        scheduler.advance(by: .seconds(30))
        try await breaker.run {}
        XCTAssertEqual(breaker.currentState, .closed)
    }

    func testACancelledTaskCountsAsNothing() async {
        let breaker = breaker(.consecutive(1), slowAfter: .seconds(5))
        let hasBegun = Counter()
        let task = Task {
            try await breaker.run {
                hasBegun.setOrdered(1)
                while !Task.isCancelled { await Task.yield() }
                throw TestError("bad")
            }
        }
        await waitForTasks { hasBegun.ordered == 1 }
        task.cancel()
        _ = await task.result
        XCTAssertEqual(breaker.currentState, .closed)
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testATaskThatHangsOpensIt() async {
        let breaker = breaker(.consecutive(1), slowAfter: .seconds(5))
        let hasBegun = Counter()
        let task = Task {
            try await breaker.run {
                hasBegun.setOrdered(1)
                while !Task.isCancelled { await Task.yield() }
            }
        }
        await waitForTasks { hasBegun.ordered == 1 }
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(breaker.currentState, .open)
        task.cancel()
        _ = await task.result
    }

    @MainActor
    func testACallRunsWhereItsCallerDoes() async throws {
        var count = 0
        try await breaker().run {
            MainActor.assertIsolated()
            count += 1
        }
        XCTAssertEqual(count, 1)
    }

    func testOneBreakerForStreamsAndTasks() async {
        let breaker = breaker()
        _ = call(bad, breaker)
        _ = try? await breaker.run { throw TestError() }
        XCTAssertEqual(call(ok, breaker), rejected(for: 30))
    }

    func testAnActionThatWaitsKeepsNoBreaker() {
        weak var held: CircuitBreaker?
        do {
            let breaker = breaker()
            held = breaker
            open(breaker)
        }
        XCTAssertNil(held)
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testTheFormWithDurations() {
        let breaker = CircuitBreaker(
            .consecutive(1),
            slowAfter: Duration.seconds(1),
            openFor: Duration.milliseconds(1_500),
            scheduler: scheduler
        )
        let slow = Observable<Int>.never().protected(by: breaker).subscribe()
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(call(ok, breaker), rejected(for: 1.5))
        slow.dispose()
    }

    func testOnASwiftClock() async throws {
        let virtual = TestScheduler(initialClock: 0)
        let breaker = CircuitBreaker(
            .consecutive(1),
            slowAfter: .never,
            openFor: .seconds(30),
            scheduler: ClockScheduler(virtual.testClock)
        )
        _ = call(bad, breaker)
        XCTAssertEqual(breaker.currentState, .open)
        await waitForTasks {
            virtual.advanceTo(30)
            return breaker.currentState == .halfOpen
        }
    }
}
