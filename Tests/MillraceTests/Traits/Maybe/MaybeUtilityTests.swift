import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaybeUtilityTests: XCTestCase {
    /// Writes all that a `do` hears of and the observer hears.
    private func lines(_ maybe: Maybe<Int>) -> [String] {
        let log = Log()
        let subscription = maybe.do(
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
        .asObservable().subscribe { log.write("\($0)") }
        log.write("dispose()")
        subscription.dispose()
        return log.lines
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
