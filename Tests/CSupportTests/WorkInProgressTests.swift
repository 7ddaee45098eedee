import CMillrace
import XCTest

final class WorkInProgressTests: XCTestCase {
    func testTheFirstSignalStartsAConsumer() {
        var wake = mr_wip()
        XCTAssertTrue(mr_wip_signal(&wake))
        XCTAssertFalse(mr_wip_signal(&wake))
        XCTAssertFalse(mr_wip_signal(&wake))
    }

    func testAConsumerThatRestsIsStartedAgainByTheNextSignal() {
        var wake = mr_wip()
        XCTAssertTrue(mr_wip_signal(&wake))
        XCTAssertTrue(mr_wip_rest(&wake))
        XCTAssertTrue(mr_wip_signal(&wake))
    }

    func testAConsumerLooksAgainAfterASignal() {
        var wake = mr_wip()
        XCTAssertTrue(mr_wip_signal(&wake))
        XCTAssertFalse(mr_wip_signal(&wake))
        XCTAssertFalse(mr_wip_rest(&wake))
        XCTAssertTrue(mr_wip_rest(&wake))
    }
}
