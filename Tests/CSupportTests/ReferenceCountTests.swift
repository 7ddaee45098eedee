import CMillrace
import XCTest

final class ReferenceCountTests: XCTestCase {
    private var word: UInt64 = 0

    func testWithoutDependentsThePrimaryIsEnough() {
        XCTAssertTrue(mr_reference_count_dispose(&word))
        XCTAssertTrue(mr_reference_count_is_disposed(&word))
        XCTAssertFalse(mr_reference_count_dispose(&word))
        XCTAssertFalse(mr_reference_count_retain(&word))
    }

    func testTheLastDependentIsDueAfterThePrimary() {
        XCTAssertTrue(mr_reference_count_retain(&word))
        XCTAssertTrue(mr_reference_count_retain(&word))
        XCTAssertFalse(mr_reference_count_dispose(&word))
        XCTAssertFalse(mr_reference_count_release(&word))
        XCTAssertFalse(mr_reference_count_is_disposed(&word))
        XCTAssertTrue(mr_reference_count_release(&word))
        XCTAssertTrue(mr_reference_count_is_disposed(&word))
    }

    func testDependentsAloneAreNeverDue() {
        XCTAssertTrue(mr_reference_count_retain(&word))
        XCTAssertFalse(mr_reference_count_release(&word))
        XCTAssertTrue(mr_reference_count_retain(&word))
        XCTAssertFalse(mr_reference_count_release(&word))
        XCTAssertFalse(mr_reference_count_is_disposed(&word))
    }

    func testThePrimaryStillTakesDependentsWhileOthersAreOut() {
        XCTAssertTrue(mr_reference_count_retain(&word))
        XCTAssertFalse(mr_reference_count_dispose(&word))
        XCTAssertTrue(mr_reference_count_retain(&word))
        XCTAssertFalse(mr_reference_count_release(&word))
        XCTAssertTrue(mr_reference_count_release(&word))
    }

    func testACountHandsOutTheValueFromBefore() {
        var count = mr_counter()
        XCTAssertEqual(mr_counter_add(&count, 5), 0)
        XCTAssertEqual(mr_counter_add(&count, -7), 5)
        XCTAssertEqual(mr_counter_add(&count, 0), -2)
    }
}
