import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SingleOperatorsTests: XCTestCase {
    private let failing = Single<Int>.error(TestError())

    func testMap() {
        XCTAssertEqual(marks(Single.just(1).map { "<\($0)>" }), ["<1>", "|"])
        XCTAssertEqual(marks(failing.map { $0 + 1 }), ["x(error)"])
        XCTAssertEqual(marks(Single.just(1).map { throw TestError("\($0)") }), ["x(1)"])
    }

    func testFilterGivesAMaybe() {
        let odd: @Sendable (Int) -> Bool = { $0 % 2 == 1 }
        let maybe: Maybe<Int> = Single.just(1).filter(odd)
        XCTAssertEqual(marks(maybe), ["1", "|"])
        XCTAssertEqual(marks(Single.just(2).filter(odd)), ["|"])
        XCTAssertEqual(marks(failing.filter(odd)), ["x(error)"])
        XCTAssertEqual(marks(Single.just(1).filter { throw TestError("\($0)") }), ["x(1)"])
    }

    func testCompactMapGivesAMaybe() {
        let maybe: Maybe<Int> = Single.just("1").compactMap { Int($0) }
        XCTAssertEqual(marks(maybe), ["1", "|"])
        XCTAssertEqual(marks(Single.just("one").compactMap { Int($0) }), ["|"])
        XCTAssertEqual(marks(failing.compactMap { $0 }), ["x(error)"])
        XCTAssertEqual(marks(Single.just(1).compactMap { throw TestError("\($0)") } as Maybe<Int>), ["x(1)"])
    }

    func testFlatMap() {
        XCTAssertEqual(marks(Single.just(1).flatMap { .just("<\($0)>") }), ["<1>", "|"])
        XCTAssertEqual(marks(Single.just(1).flatMap { .error(TestError("\($0)")) } as Single<Int>), ["x(1)"])
        XCTAssertEqual(marks(failing.flatMap { .just($0) }), ["x(error)"])
        XCTAssertEqual(marks(Single.just(1).flatMap { throw TestError("\($0)") } as Single<Int>), ["x(1)"])
    }

    func testFlatMapMaybe() {
        XCTAssertEqual(marks(Single.just(1).flatMapMaybe { .just("<\($0)>") }), ["<1>", "|"])
        XCTAssertEqual(marks(Single.just(1).flatMapMaybe { _ in .empty() } as Maybe<Int>), ["|"])
        XCTAssertEqual(marks(failing.flatMapMaybe { .just($0) }), ["x(error)"])
        XCTAssertEqual(marks(Single.just(1).flatMapMaybe { throw TestError("\($0)") } as Maybe<Int>), ["x(1)"])
    }

    func testFlatMapCompletable() {
        let completable: Completable = Single.just(1).flatMapCompletable { _ in .empty() }
        XCTAssertEqual(marks(completable), ["|"])
        XCTAssertEqual(marks(Single.just(1).flatMapCompletable { .error(TestError("\($0)")) }), ["x(1)"])
        XCTAssertEqual(marks(failing.flatMapCompletable { _ in .empty() }), ["x(error)"])
        XCTAssertEqual(marks(Single.just(1).flatMapCompletable { throw TestError("\($0)") }), ["x(1)"])
    }

    func testDisposalDisposesTheSecondSource() {
        let log = Log()
        Single.just(1).flatMap { _ in Single<Int>.create { _ in log.disposable("disposed") } }.subscribe().dispose()
        XCTAssertEqual(log.lines, ["disposed"])
    }

    /// Writes all that a `do` hears of and the observer hears.
    private func lines(_ single: Single<Int>) -> [String] {
        let log = Log()
        let observed = single.do(
            onSuccess: { log.write("onSuccess \($0)") },
            afterSuccess: { log.write("afterSuccess \($0)") },
            onError: { log.write("onError \($0)") },
            afterError: { log.write("afterError \($0)") },
            onSubscribe: { log.write("onSubscribe") },
            onSubscribed: { log.write("onSubscribed") },
            onDispose: { log.write("onDispose") }
        )
        return log.lines(of: observed)
    }

    func testDoSurroundsTheElement() {
        XCTAssertEqual(
            lines(.just(1)),
            [
                "onSubscribe", "onSuccess 1", "next(1)", "afterSuccess 1", "completed", "onSubscribed", "onDispose",
                "dispose()",
            ]
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

    func testWhatDoThrowsTakesTheElementsPlace() {
        XCTAssertEqual(marks(Single.just(1).do(onSuccess: { throw TestError("\($0)") })), ["x(1)"])
        XCTAssertEqual(
            marks(Single<Int>.error(TestError("a")).do(onError: { throw TestError("\($0)b") })),
            ["x(ab)"]
        )
    }

    func testCatchAndReturn() {
        XCTAssertEqual(marks(Single.error(TestError()).catchAndReturn(7)), ["7", "|"])
        XCTAssertEqual(marks(Single.just(1).catchAndReturn(7)), ["1", "|"])
    }

    func testAsMaybe() {
        let maybe: Maybe<Int> = Single.just(1).asMaybe()
        XCTAssertEqual(marks(maybe), ["1", "|"])
        XCTAssertEqual(marks(Single<Int>.error(TestError()).asMaybe()), ["x(error)"])
    }

    func testAsCompletable() {
        let completable: Completable = Single.just(1).asCompletable()
        XCTAssertEqual(marks(completable), ["|"])
        XCTAssertEqual(marks(Single<Int>.error(TestError()).asCompletable()), ["x(error)"])
        XCTAssertEqual(marks(Single<Int>.never().asCompletable()), [])
    }
}
