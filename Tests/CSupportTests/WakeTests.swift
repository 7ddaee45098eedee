import CMillrace
import XCTest

final class WakeTests: XCTestCase {
    func testTheFirstSignalStartsAConsumer() {
        var wake = mr_wake()
        XCTAssertTrue(mr_wake_signal(&wake))
        XCTAssertFalse(mr_wake_signal(&wake))
        XCTAssertFalse(mr_wake_signal(&wake))
    }

    func testAConsumerThatRestsIsStartedAgainByTheNextSignal() {
        var wake = mr_wake()
        XCTAssertTrue(mr_wake_signal(&wake))
        XCTAssertTrue(mr_wake_rest(&wake))
        XCTAssertTrue(mr_wake_signal(&wake))
    }

    func testAConsumerLooksAgainAfterASignal() {
        var wake = mr_wake()
        XCTAssertTrue(mr_wake_signal(&wake))
        XCTAssertFalse(mr_wake_signal(&wake))
        XCTAssertFalse(mr_wake_rest(&wake))
        XCTAssertTrue(mr_wake_rest(&wake))
    }
}
