import CMillrace
import XCTest

final class RefcountTests: XCTestCase {
    private var word: UInt64 = 0

    func testWithoutDependentsThePrimaryIsEnough() {
        XCTAssertTrue(mr_refcount_dispose(&word))
        XCTAssertTrue(mr_refcount_is_disposed(&word))
        XCTAssertFalse(mr_refcount_dispose(&word))
        XCTAssertFalse(mr_refcount_retain(&word))
    }

    func testTheLastDependentIsDueAfterThePrimary() {
        XCTAssertTrue(mr_refcount_retain(&word))
        XCTAssertTrue(mr_refcount_retain(&word))
        XCTAssertFalse(mr_refcount_dispose(&word))
        XCTAssertFalse(mr_refcount_release(&word))
        XCTAssertFalse(mr_refcount_is_disposed(&word))
        XCTAssertTrue(mr_refcount_release(&word))
        XCTAssertTrue(mr_refcount_is_disposed(&word))
    }

    func testDependentsAloneAreNeverDue() {
        XCTAssertTrue(mr_refcount_retain(&word))
        XCTAssertFalse(mr_refcount_release(&word))
        XCTAssertTrue(mr_refcount_retain(&word))
        XCTAssertFalse(mr_refcount_release(&word))
        XCTAssertFalse(mr_refcount_is_disposed(&word))
    }

    func testThePrimaryStillTakesDependentsWhileOthersAreOut() {
        XCTAssertTrue(mr_refcount_retain(&word))
        XCTAssertFalse(mr_refcount_dispose(&word))
        XCTAssertTrue(mr_refcount_retain(&word))
        XCTAssertFalse(mr_refcount_release(&word))
        XCTAssertTrue(mr_refcount_release(&word))
    }

    func testACountHandsOutTheValueFromBefore() {
        var count = mr_count()
        XCTAssertEqual(mr_count_add(&count, 5), 0)
        XCTAssertEqual(mr_count_add(&count, -7), 5)
        XCTAssertEqual(mr_count_add(&count, 0), -2)
    }
}
