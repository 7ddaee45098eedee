import Millrace
import MillraceTest
import XCTest

final class SharedSequenceTimingTests: SharedSequenceTestCase {
    /// Emits at 211, 214, 217 and 241, and ends at 271.
    private func source(_ scheduler: TestScheduler) -> Driver<Int> {
        scheduler.driver(.next(210, 1), .next(213, 2), .next(216, 3), .next(240, 4), .completed(270))
    }

    func testDelay() {
        XCTAssertEqual(
            events { self.source($0).delay(.seconds(10)) },
            [.next(221, 1), .next(224, 2), .next(227, 3), .next(251, 4), .completed(281)]
        )
    }

    func testDebounce() {
        XCTAssertEqual(
            events { self.source($0).debounce(.seconds(10)) },
            [.next(227, 3), .next(251, 4), .completed(271)]
        )
    }

    func testThrottle() {
        XCTAssertEqual(
            events { self.source($0).throttle(.seconds(10)) },
            [.next(211, 1), .next(221, 3), .next(241, 4), .completed(271)]
        )
        XCTAssertEqual(
            events { self.source($0).throttle(.seconds(10), latest: false) },
            [.next(211, 1), .next(241, 4), .completed(271)]
        )
    }
}
