import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class RetryPolicyTests: MarbleTestCase {
    /// Always the middle between the least and the greatest number.
    private struct Half: RandomNumberGenerator {
        mutating func next() -> UInt64 { 1 << 63 }
    }

    private func attempts(_ policy: RetryPolicy) -> [Int] {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
        var times: [Int] = []
        _ = Observable<Int>.error(TestError()).do(onSubscribe: { times.append(scheduler.clock) })
            .retry(policy: policy, scheduler: scheduler).subscribe(onError: { _ in })
        scheduler.start()
        return times
    }

    func testDelaysGrowToALimit() {
        let policy = RetryPolicy(maxAttempts: 5, initialDelay: .seconds(1), factor: 3, maxDelay: .seconds(5))
        XCTAssertEqual(attempts(policy), [0, 1_000, 4_000, 9_000, 14_000])
    }

    func testJitterShortensDelays() {
        let policy = RetryPolicy(maxAttempts: 4, initialDelay: .seconds(1), jitter: 0.5, generator: { Half() })
        XCTAssertEqual(attempts(policy), [0, 750, 2_250, 5_250])
    }

    func testRandomDelaysStayInTheirRange() {
        let policy = RetryPolicy(maxAttempts: 50, initialDelay: .seconds(1), factor: 1, jitter: 0.25)
        let times = attempts(policy)
        let delays = zip(times.dropFirst(), times).map { $0 - $1 }
        XCTAssertEqual(delays.count, 49)
        XCTAssertTrue(delays.allSatisfy { (750...1_000).contains($0) }, "\(delays)")
        XCTAssertGreaterThan(Set(delays).count, 1)
    }

    func testAnElementMeansThatItIsCountedAnew() {
        check(
            source: "-a#",
            during: "^-----------!",
            result: "-a---a---a--",
            isCold: true
        ) { $0.retry(policy: RetryPolicy(maxAttempts: 2, initialDelay: .seconds(2)), scheduler: $1) }
        check(
            source: "-a#",
            result: "-a---a#",
            isCold: true
        ) {
            $0.retry(
                policy: RetryPolicy(maxAttempts: 2, initialDelay: .seconds(2), resetsAfterElement: false),
                scheduler: $1
            )
        }
    }

    func testAnElementAfterFailuresMeansThatTheDelayIsTheFirstOneAgain() {
        let scheduler = TestScheduler(initialClock: 0)
        var times: [Int] = []
        var answers: [Observable<Int>] = [
            .error(TestError()), .error(TestError()), .just(1).concat(Observable.error(TestError())),
        ]
        _ = Observable.deferred { () -> Observable<Int> in
            times.append(scheduler.clock)
            return answers.isEmpty ? .empty() : answers.removeFirst()
        }
        .retry(policy: RetryPolicy(maxAttempts: 3, initialDelay: .seconds(1)), scheduler: scheduler).subscribe()
        scheduler.start()
        XCTAssertEqual(times, [0, 1, 3, 4])
    }

    func testEachSubscriptionHasAGeneratorOfItsOwn() {
        let made = Counter()
        let policy = RetryPolicy(maxAttempts: 3, initialDelay: .seconds(1), jitter: 1) {
            made.add()
            return Half()
        }
        XCTAssertEqual(attempts(policy), [0, 500, 1_500])
        XCTAssertEqual(attempts(policy), [0, 500, 1_500])
        XCTAssertEqual(made.value, 2)
    }

    func testADelayThatIsTooLongNeverEnds() {
        XCTAssertEqual(attempts(RetryPolicy(initialDelay: .never)), [0])
        XCTAssertEqual(attempts(RetryPolicy(maxAttempts: 2, initialDelay: .seconds(-1), factor: 9)), [0, 1])
    }
}
