import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTypeFilteringTests: MarbleTestCase {
    private let numbers = Infallible.of(1, 2, 3, 2, 1)

    private func infallible(_ source: Observable<String>) -> Infallible<String> {
        source.asInfallible(onErrorJustReturn: "!")
    }

    func testFilter() {
        XCTAssertEqual(marks(numbers.filter { $0 > 1 }), ["2", "3", "2", "|"])
    }

    func testTakeAndSkip() {
        XCTAssertEqual(marks(numbers.take(2)), ["1", "2", "|"])
        XCTAssertEqual(marks(numbers.take(0)), ["|"])
        XCTAssertEqual(marks(numbers.take(while: { $0 < 3 })), ["1", "2", "|"])
        XCTAssertEqual(marks(numbers.take(while: { $0 < 3 }, behavior: .inclusive)), ["1", "2", "3", "|"])
        XCTAssertEqual(marks(numbers.take(until: { $0 == 3 })), ["1", "2", "|"])
        XCTAssertEqual(marks(numbers.take(until: { $0 == 3 }, behavior: .inclusive)), ["1", "2", "3", "|"])
        XCTAssertEqual(marks(numbers.skip(while: { $0 < 3 })), ["3", "2", "1", "|"])
    }

    func testAPredicateThatThrowsBreaksThePromise() {
        XCTAssertEqual(marks(numbers.take(while: { throw TestError("\($0)") })), ["x(1)"])
    }

    func testTakeUntilAnother() {
        check(
            source: "-a-b-c-d",
            second: "----x",
            result: "-a-b|",
            active: "^---!",
            joined: "^---!"
        ) { source, other, _ in self.infallible(source).take(until: other).asObservable() }
        check(
            source: "-a-b-c-d",
            second: "----x",
            result: "-a-b|",
            active: "^---!",
            joined: "^---!"
        ) { source, other, _ in self.infallible(source).take(until: self.infallible(other)).asObservable() }
    }

    func testSkipUntilAnother() {
        check(
            source: "-a-b-c-d|",
            second: "----x",
            result: "-----c-d|",
            joined: "^---!"
        ) { source, other, _ in self.infallible(source).skip(until: other).asObservable() }
    }

    func testDistinctUntilChanged() {
        XCTAssertEqual(marks(Infallible.of(1, 1, 2, 2, 1).distinctUntilChanged()), ["1", "2", "1", "|"])
        let words = Infallible.of("a", "b", "bc", "cd", "d")
        XCTAssertEqual(marks(words.distinctUntilChanged { $0.count }), ["a", "bc", "d", "|"])
        XCTAssertEqual(marks(words.distinctUntilChanged { $0.last == $1.first }), ["a", "b", "cd", "|"])
        XCTAssertEqual(
            marks(words.distinctUntilChanged({ $0.count }, comparer: { $0 >= $1 })),
            ["a", "bc", "|"]
        )
        XCTAssertEqual(marks(words.distinctUntilChanged(at: \.count)), ["a", "bc", "d", "|"])
    }
}
