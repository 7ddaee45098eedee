import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaybeZipTests: XCTestCase {
    private func source(_ number: Int) -> Maybe<Int> { .just(number) }

    func testEveryNumberOfSources() {
        XCTAssertEqual(marks(Maybe.zip(source(1), source(2)) { [$0, $1] }), ["[1, 2]", "|"])
        XCTAssertEqual(marks(Maybe.zip(source(1), source(2), source(3)) { [$0, $1, $2] }), ["[1, 2, 3]", "|"])
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2), source(3), source(4)) { [$0, $1, $2, $3] }),
            ["[1, 2, 3, 4]", "|"]
        )
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2), source(3), source(4), source(5)) { [$0, $1, $2, $3, $4] }),
            ["[1, 2, 3, 4, 5]", "|"]
        )
        XCTAssertEqual(
            marks(
                Maybe.zip(source(1), source(2), source(3), source(4), source(5), source(6)) {
                    [$0, $1, $2, $3, $4, $5]
                }
            ),
            ["[1, 2, 3, 4, 5, 6]", "|"]
        )
        XCTAssertEqual(
            marks(
                Maybe.zip(source(1), source(2), source(3), source(4), source(5), source(6), source(7)) {
                    [$0, $1, $2, $3, $4, $5, $6]
                }
            ),
            ["[1, 2, 3, 4, 5, 6, 7]", "|"]
        )
        XCTAssertEqual(
            marks(
                Maybe.zip(source(1), source(2), source(3), source(4), source(5), source(6), source(7), source(8)) {
                    [$0, $1, $2, $3, $4, $5, $6, $7]
                }
            ),
            ["[1, 2, 3, 4, 5, 6, 7, 8]", "|"]
        )
    }

    func testEveryNumberOfSourcesInTuples() {
        XCTAssertEqual(marks(Maybe.zip(source(1), source(2))), ["(1, 2)", "|"])
        XCTAssertEqual(marks(Maybe.zip(source(1), source(2), source(3))), ["(1, 2, 3)", "|"])
        XCTAssertEqual(marks(Maybe.zip(source(1), source(2), source(3), source(4))), ["(1, 2, 3, 4)", "|"])
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2), source(3), source(4), source(5))),
            ["(1, 2, 3, 4, 5)", "|"]
        )
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2), source(3), source(4), source(5), source(6))),
            ["(1, 2, 3, 4, 5, 6)", "|"]
        )
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2), source(3), source(4), source(5), source(6), source(7))),
            ["(1, 2, 3, 4, 5, 6, 7)", "|"]
        )
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2), source(3), source(4), source(5), source(6), source(7), source(8))),
            ["(1, 2, 3, 4, 5, 6, 7, 8)", "|"]
        )
    }

    func testTheFirstErrorEndsItAndDisposesTheOthers() {
        let log = Log()
        let waiting = Maybe<Int>.create { _ in log.disposable("disposed") }
        XCTAssertEqual(marks(Maybe.zip(waiting, Maybe<Int>.error(TestError()))), ["x(error)"])
        XCTAssertEqual(log.lines, ["disposed"])
    }

    func testWhatTheSelectorThrowsIsAnError() {
        XCTAssertEqual(
            marks(Maybe.zip(source(1), source(2)) { (a, b) -> Int in throw TestError("\(a)\(b)") }),
            ["x(12)"]
        )
    }

    func testItWaitsForAll() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        _ = Maybe.zip(subject.asMaybe(), source(2)) { "\($0)\($1)" }.asObservable().subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, [])
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["12", "|"])
    }

    func testDisposalDisposesAll() {
        let log = Log()
        let waiting = Maybe<Int>.create { _ in log.disposable("disposed") }
        Maybe.zip(waiting, waiting, waiting).subscribe().dispose()
        XCTAssertEqual(log.lines, ["disposed", "disposed", "disposed"])
    }

    func testOneEmptySourceMakesItEmpty() {
        XCTAssertEqual(marks(Maybe.zip(source(1), Maybe<Int>.empty())), ["|"])
        XCTAssertEqual(marks(Maybe.zip(Maybe<Int>.empty(), source(1), source(2)) { $0 + $1 + $2 }), ["|"])
    }
}
