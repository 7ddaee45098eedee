import Millrace
import MillraceTest
import XCTest

final class SharedSequenceTransformingTests: SharedSequenceTestCase {
    func testMap() {
        XCTAssertEqual(
            events { _ in Driver.of(1, 2).map { "\($0 * 10)" } },
            [.next(201, "10"), .next(202, "20"), .completed(203)]
        )
        XCTAssertEqual(events { _ in Signal.of(1).map { $0 * 10 } }, [.next(201, 10), .completed(202)])
    }

    func testCompactMap() {
        XCTAssertEqual(
            events { _ in Driver.of("1", "a", "2").compactMap { Int($0) } },
            [.next(201, 1), .next(203, 2), .completed(204)]
        )
    }

    func testScan() {
        XCTAssertEqual(
            events { _ in Driver.of(1, 2, 3).scan("") { "\($0)\($1)" } },
            [.next(201, "1"), .next(202, "12"), .next(203, "123"), .completed(204)]
        )
    }
}
