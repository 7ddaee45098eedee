import Millrace
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

    func testEventsReadAsOnThePageAboutTesting() {
        let found: [Recorded<Event<Int>>] = [.next(210, 3), .next(230, 5), .completed(300)]
        XCTAssertEqual(
            RecordedDifference(found, [.next(210, 3), .next(230, 7)])?.description,
            """
            3 found, 2 expected; what differs is marked
              next(3) @ 210 | next(3) @ 210
            * next(5) @ 230 | next(7) @ 230
            * completed @ 300 | –
            """
        )
    }
}
