@testable import MillraceTest
import XCTest

final class RecordedDifferenceTests: XCTestCase {
    func testEqualListsHaveNone() {
        XCTAssertNil(RecordedDifference([1, 2], [1, 2]))
        XCTAssertNil(RecordedDifference([Int](), []))
    }

    func testWhatDiffersIsMarked() {
        XCTAssertEqual(
            RecordedDifference([1, 2, 3], [1, 5])?.description,
            """
            3 found, 2 expected; what differs is marked
              1 | 1
            * 2 | 5
            * 3 | –
            """
        )
    }
}
