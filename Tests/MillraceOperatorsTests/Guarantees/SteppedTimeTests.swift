import Millrace
import MillraceOperators
import TestSupport
import XCTest

/// Operators that measure spans of time, while the system's time is set: back or forward by an hour.
final class SteppedTimeTests: XCTestCase {
    private typealias Transform = (Observable<Int>, SchedulerType) -> Observable<String>

    private struct TestFailure: Error {}

    private let operators: [(name: String, usual: [String], transform: Transform)] = [
        (
            "limit", ["0: 1", "250: 2", "500: 3", "750: 4", "750: |"],
            {
                $0.limit(Rate(1, per: .milliseconds(250)), overflow: .buffer, scheduler: $1).map { "\($0)" }
            }
        ),
        (
            "limit, dropping", ["0: 1", "200: 3", "500: 4", "500: |"],
            {
                $0.limit(Rate(1, per: .milliseconds(150)), overflow: .dropNewest, scheduler: $1).map { "\($0)" }
            }
        ),
        (
            "batch", ["150: [1, 2]", "350: [3]", "500: [4]", "500: |"],
            { $0.batch(upTo: 9, within: .milliseconds(150), scheduler: $1).map { "\($0)" } }
        ),
        (
            "keepAlive", ["0: 1", "100: 2", "200: 3", "340: -", "480: -", "500: 4", "500: |"],
            { $0.map { "\($0)" }.keepAlive(every: .milliseconds(140), scheduler: $1) { "-" } }
        ),
        (
            "map(onFailure:), retrying", ["250: 1", "350: 2", "450: 3", "750: 4", "750: |"],
            { source, scheduler in
                var attempts: [Int: Int] = [:]
                let policy = RetryPolicy(maxAttempts: 2, initialDelay: .milliseconds(250))
                return source.flatMap { element in
                    Observable.just(element).map(onFailure: .retry(policy, scheduler: scheduler)) { element in
                        attempts[element, default: 0] += 1
                        if attempts[element] == 1 { throw TestFailure() }
                        return "\(element)"
                    }
                }
            }
        ),
        (
            "protected(by:)",
            [
                "0: failed", "100: open, for 0.25 seconds", "200: open, for 0.15 seconds", "500: failed", "500: |",
            ],
            { source, scheduler in
                let breaker = CircuitBreaker(
                    .consecutive(1),
                    slowAfter: .never,
                    openFor: .milliseconds(350),
                    scheduler: scheduler
                )
                return source.flatMap { _ in
                    Observable<String>.error(TestFailure()).protected(by: breaker).catch { error in
                        guard let rejection = error as? CircuitBreaker.Rejection else { return .just("failed") }
                        return .just("\(rejection.state), for \(rejection.remaining)")
                    }
                }
            }
        ),
    ]

    func testOperatorsDoNotNoticeThatTheTimeIsSet() {
        for (name, usual, transform) in operators {
            for step in [0, -3_600.0, 3_600] {
                let events = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: step, transform)
                XCTAssertEqual(events, usual, "\(name), \(step) s")
            }
        }
    }

    /// A scheduler of a user's own has no other clock than `now`: a step back does not stop the operators.
    func testOperatorsGoOnWhenAUsersSchedulerGoesBack() {
        for (name, usual, transform) in operators {
            let events = eventsOfSteppingTime(SteppingScheduler(), step: -3_600, restores: false, transform)
            XCTAssertEqual(events.last?.hasSuffix("|"), true, name)
            XCTAssertGreaterThanOrEqual(events.count, usual.count - 2, "\(name): \(events)")
        }
    }
}
