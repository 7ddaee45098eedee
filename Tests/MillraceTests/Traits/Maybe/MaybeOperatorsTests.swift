import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaybeOperatorsTests: XCTestCase {
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

    /// Writes all that a `do` hears of and the observer hears.
    private func lines(_ maybe: Maybe<Int>) -> [String] {
        let log = Log()
        let observed = maybe.do(
            onNext: { log.write("onNext \($0)") },
            afterNext: { log.write("afterNext \($0)") },
            onError: { log.write("onError \($0)") },
            afterError: { log.write("afterError \($0)") },
            onCompleted: { log.write("onCompleted") },
            afterCompleted: { log.write("afterCompleted") },
            onSubscribe: { log.write("onSubscribe") },
            onSubscribed: { log.write("onSubscribed") },
            onDispose: { log.write("onDispose") }
        )
        return log.lines(of: observed)
    }

    func testDoSurroundsTheElementAndTheEnd() {
        XCTAssertEqual(
            lines(.just(1)),
            [
                "onSubscribe", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed", "afterCompleted",
                "onSubscribed", "onDispose", "dispose()",
            ]
        )
        XCTAssertEqual(
            lines(.empty()),
            ["onSubscribe", "onCompleted", "completed", "afterCompleted", "onSubscribed", "onDispose", "dispose()"]
        )
    }

    func testDoSurroundsAnError() {
        XCTAssertEqual(
            lines(.error(TestError())),
            [
                "onSubscribe", "onError error", "error(error)", "afterError error", "onSubscribed", "onDispose",
                "dispose()",
            ]
        )
    }

    func testDoHearsOfDisposal() {
        XCTAssertEqual(lines(.never()), ["onSubscribe", "onSubscribed", "dispose()", "onDispose"])
    }

    func testWhatDoThrowsTakesTheEventsPlace() {
        XCTAssertEqual(marks(Maybe.just(1).do(onNext: { throw TestError("\($0)") })), ["x(1)"])
        XCTAssertEqual(marks(Maybe<Int>.empty().do(onCompleted: { throw TestError() })), ["x(error)"])
    }

    func testIfEmptyDefaultGivesASingle() {
        let single: Single<Int> = Maybe.empty().ifEmpty(default: 7)
        XCTAssertEqual(marks(single), ["7", "|"])
        XCTAssertEqual(marks(Maybe.just(1).ifEmpty(default: 7)), ["1", "|"])
        XCTAssertEqual(marks(Maybe.error(TestError()).ifEmpty(default: 7)), ["x(error)"])
    }

    func testIfEmptySwitchToAMaybe() {
        let other = Maybe.just(7)
        XCTAssertEqual(marks(Maybe.empty().ifEmpty(switchTo: other)), ["7", "|"])
        XCTAssertEqual(marks(Maybe<Int>.empty().ifEmpty(switchTo: Maybe.empty())), ["|"])
        XCTAssertEqual(marks(Maybe.just(1).ifEmpty(switchTo: other)), ["1", "|"])
        XCTAssertEqual(marks(Maybe.error(TestError()).ifEmpty(switchTo: other)), ["x(error)"])
    }

    func testIfEmptySwitchToASingleGivesASingle() {
        let single: Single<Int> = Maybe.empty().ifEmpty(switchTo: Single.just(7))
        XCTAssertEqual(marks(single), ["7", "|"])
        XCTAssertEqual(marks(Maybe.just(1).ifEmpty(switchTo: Single.just(7))), ["1", "|"])
        XCTAssertEqual(marks(Maybe.empty().ifEmpty(switchTo: Single<Int>.error(TestError()))), ["x(error)"])
    }

    func testCatchAndReturn() {
        XCTAssertEqual(marks(Maybe.error(TestError()).catchAndReturn(7)), ["7", "|"])
        XCTAssertEqual(marks(Maybe.just(1).catchAndReturn(7)), ["1", "|"])
        XCTAssertEqual(marks(Maybe.empty().catchAndReturn(7)), ["|"])
    }
}
