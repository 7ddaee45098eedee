import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

/// The times at which the attempts begin, of a source that fails at once; what is due at once is due a tick later.
final class RepeatBehaviorTests: XCTestCase {
    private func attempts(_ behavior: RepeatBehavior, resolution: Double = 0.001) -> [Int] {
        let scheduler = TestScheduler(initialClock: 0, resolution: resolution)
        var times: [Int] = []
        _ = Observable<Int>.error(TestError()).do(onSubscribe: { times.append(scheduler.clock) })
            .retry(behavior, scheduler: scheduler).subscribe(onError: { _ in })
        scheduler.start()
        return times
    }

    func testDelaysGrow() {
        XCTAssertEqual(
            attempts(.exponentialDelayed(maxCount: 5, initial: 0.1, multiplier: 1)),
            [0, 100, 300, 700, 1_500]
        )
        XCTAssertEqual(
            attempts(.exponentialDelayed(maxCount: 4, initial: 1, multiplier: 0.5)),
            [0, 1_000, 2_500, 4_750]
        )
        XCTAssertEqual(attempts(.exponentialDelayed(maxCount: 3, initial: 1, multiplier: -1)), [0, 1_000, 1_001])
    }

    func testFractionsOfASecond() {
        XCTAssertEqual(attempts(.delayed(maxCount: 3, time: 0.29)), [0, 290, 580])
        XCTAssertEqual(attempts(.delayed(maxCount: 3, time: 0)), [0, 1, 2])
    }

    func testADelayThatIsTooLongNeverEnds() {
        XCTAssertEqual(attempts(.exponentialDelayed(maxCount: 9, initial: .infinity, multiplier: 1)), [0])
        XCTAssertEqual(attempts(.exponentialDelayed(maxCount: 3, initial: 0, multiplier: .infinity)), [0, 1, 2])
    }

    func testBackoff() {
        let policy = RetryPolicy(maxAttempts: 4, initialDelay: .seconds(1), maxDelay: .seconds(3))
        XCTAssertEqual(attempts(.backoff(policy)), [0, 1_000, 3_000, 6_000])
    }
}
