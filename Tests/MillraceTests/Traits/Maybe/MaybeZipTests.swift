import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaybeZipTests: XCTestCase {
    private func source(_ number: Int) -> Maybe<Int> { .just(number) }

    private func check<Joined>(_ count: Int, line: UInt = #line, _ join: ([Maybe<Int>]) -> Maybe<Joined>) {
        checkJoined((1...count).map(source), line: line, by: join)
    }

    func testEveryNumberOfSources() {
        check(2) { Maybe.zip($0[0], $0[1]) { [$0, $1] } }
        check(3) { Maybe.zip($0[0], $0[1], $0[2]) { [$0, $1, $2] } }
        check(4) { Maybe.zip($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } }
        check(5) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4]) { [$0, $1, $2, $3, $4] } }
        check(6) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { [$0, $1, $2, $3, $4, $5] } }
        check(7) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { [$0, $1, $2, $3, $4, $5, $6] } }
        check(8) {
            Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        }
    }

    func testEveryNumberOfSourcesInTuples() {
        check(2) { Maybe.zip($0[0], $0[1]) }
        check(3) { Maybe.zip($0[0], $0[1], $0[2]) }
        check(4) { Maybe.zip($0[0], $0[1], $0[2], $0[3]) }
        check(5) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4]) }
        check(6) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
        check(7) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        check(8) { Maybe.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) }
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
