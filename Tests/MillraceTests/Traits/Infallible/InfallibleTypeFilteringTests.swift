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

    func testTakeFor() {
        check(
            source: "-a-b-c-d",
            result: "-a-b|",
            active: "^---!"
        ) { self.infallible($0).take(for: .seconds(4), scheduler: $1).asObservable() }
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

    func testDebounceAndThrottle() {
        check(
            source: "-a-bc----d",
            during: "^----------!",
            result: "------c"
        ) { self.infallible($0).debounce(.seconds(2), scheduler: $1).asObservable() }
        check(
            source: "-abc----d",
            during: "^--------!",
            result: "-a-c----d"
        ) { self.infallible($0).throttle(.seconds(2), scheduler: $1).asObservable() }
        check(
            source: "-abcd---e",
            during: "^--------!",
            result: "-a-c----e"
        ) { self.infallible($0).throttle(.seconds(2), latest: false, scheduler: $1).asObservable() }
    }
}
