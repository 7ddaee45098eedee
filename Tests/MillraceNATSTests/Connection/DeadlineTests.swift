#if NATS
    import TestSupport
    import XCTest

    @testable import MillraceNATS

    final class DeadlineTests: XCTestCase {
        private final class Captured: Sendable {}

        /// An object that keeps a deadline may be captured by its closure.
        func testTheClosureIsReleasedAfterTheCall() {
            let called = expectation(description: "called")
            weak var captured: Captured?
            let deadline: Deadline
            do {
                let object = Captured()
                captured = object
                deadline = Deadline(after: .milliseconds(1)) {
                    withExtendedLifetime(object) { called.fulfill() }
                }
            }
            wait(for: [called], timeout: 60)
            XCTAssertTrue(waitUntil(within: 60) { captured == nil })
            withExtendedLifetime(deadline) {}
        }
    }
#endif
