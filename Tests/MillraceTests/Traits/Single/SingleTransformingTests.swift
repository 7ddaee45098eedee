import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SingleTransformingTests: XCTestCase {
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
}
