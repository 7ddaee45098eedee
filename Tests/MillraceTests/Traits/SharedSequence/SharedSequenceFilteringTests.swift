import Millrace
import MillraceTest
import XCTest

final class SharedSequenceFilteringTests: SharedSequenceTestCase {
    func testFilter() {
        XCTAssertEqual(
            events { _ in Driver.of(1, 2, 3, 4).filter { $0 % 2 == 0 } },
            [.next(202, 2), .next(204, 4), .completed(205)]
        )
    }

    func testSkip() {
        XCTAssertEqual(events { _ in Driver.of(1, 2, 3).skip(2) }, [.next(203, 3), .completed(204)])
        XCTAssertEqual(events { _ in Signal.of(1).skip(0) }, [.next(201, 1), .completed(202)])
    }

    func testDistinctUntilChanged() {
        XCTAssertEqual(
            events { _ in Driver.of(1, 1, 2, 2, 1).distinctUntilChanged() },
            [.next(201, 1), .next(203, 2), .next(205, 1), .completed(206)]
        )
    }

    private let words = ["a", "b", "bc", "cd", "d"]

    func testDistinctUntilChangedByKey() {
        XCTAssertEqual(
            events { _ in Driver.from(self.words).distinctUntilChanged { $0.count } },
            [.next(201, "a"), .next(203, "bc"), .next(205, "d"), .completed(206)]
        )
    }

    func testDistinctUntilChangedByComparison() {
        XCTAssertEqual(
            events { _ in Driver.from(self.words).distinctUntilChanged { $0.last == $1.first } },
            [.next(201, "a"), .next(202, "b"), .next(204, "cd"), .completed(206)]
        )
    }

    func testDistinctUntilChangedByComparisonOfKeys() {
        XCTAssertEqual(
            events { _ in Signal.from(self.words).distinctUntilChanged({ $0.count }, comparer: { $0 >= $1 }) },
            [.next(201, "a"), .next(203, "bc"), .completed(206)]
        )
    }
}
