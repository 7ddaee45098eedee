import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaybeTransformingTests: XCTestCase {
    private let failing = Maybe<Int>.error(TestError())

    func testMap() {
        XCTAssertEqual(marks(Maybe.just(1).map { "<\($0)>" }), ["<1>", "|"])
        XCTAssertEqual(marks(failing.map { $0 + 1 }), ["x(error)"])
        XCTAssertEqual(marks(Maybe.just(1).map { throw TestError("\($0)") }), ["x(1)"])
    }

    func testFilter() {
        let odd: @Sendable (Int) -> Bool = { $0 % 2 == 1 }
        let maybe: Maybe<Int> = Maybe.just(1).filter(odd)
        XCTAssertEqual(marks(maybe), ["1", "|"])
        XCTAssertEqual(marks(Maybe.just(2).filter(odd)), ["|"])
        XCTAssertEqual(marks(failing.filter(odd)), ["x(error)"])
        XCTAssertEqual(marks(Maybe.just(1).filter { throw TestError("\($0)") }), ["x(1)"])
    }

    func testCompactMap() {
        let maybe: Maybe<Int> = Maybe.just("1").compactMap { Int($0) }
        XCTAssertEqual(marks(maybe), ["1", "|"])
        XCTAssertEqual(marks(Maybe.just("one").compactMap { Int($0) }), ["|"])
        XCTAssertEqual(marks(failing.compactMap { $0 }), ["x(error)"])
        XCTAssertEqual(marks(Maybe.just(1).compactMap { throw TestError("\($0)") } as Maybe<Int>), ["x(1)"])
    }

    func testFlatMap() {
        XCTAssertEqual(marks(Maybe.just(1).flatMap { .just("<\($0)>") }), ["<1>", "|"])
        XCTAssertEqual(marks(Maybe.just(1).flatMap { .error(TestError("\($0)")) } as Maybe<Int>), ["x(1)"])
        XCTAssertEqual(marks(failing.flatMap { .just($0) }), ["x(error)"])
        XCTAssertEqual(marks(Maybe.just(1).flatMap { throw TestError("\($0)") } as Maybe<Int>), ["x(1)"])
    }

    func testAnEmptySourceStaysEmpty() {
        let empty = Maybe<Int>.empty()
        let called = Counter()
        XCTAssertEqual(marks(empty.map { called.add() + $0 }), ["|"])
        XCTAssertEqual(marks(empty.filter { called.add() == $0 }), ["|"])
        XCTAssertEqual(marks(empty.compactMap { called.add() + $0 }), ["|"])
        XCTAssertEqual(marks(empty.flatMap { .just(called.add() + $0) }), ["|"])
        XCTAssertEqual(called.value, 0)
    }

    func testFlatMapToNothing() {
        XCTAssertEqual(marks(Maybe.just(1).flatMap { _ in .empty() } as Maybe<Int>), ["|"])
    }

    func testDisposalDisposesTheSecondSource() {
        let log = Log()
        Maybe.just(1).flatMap { _ in Maybe<Int>.create { _ in log.disposable("disposed") } }.subscribe().dispose()
        XCTAssertEqual(log.lines, ["disposed"])
    }
}
