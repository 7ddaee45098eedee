import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SingleZipTests: XCTestCase {
    private func source(_ number: Int) -> Single<Int> { .just(number) }

    private func check<Joined>(_ count: Int, line: UInt = #line, _ join: ([Single<Int>]) -> Single<Joined>) {
        checkJoined((1...count).map(source), line: line, by: join)
    }

    func testEveryNumberOfSources() {
        check(2) { Single.zip($0[0], $0[1]) { [$0, $1] } }
        check(3) { Single.zip($0[0], $0[1], $0[2]) { [$0, $1, $2] } }
        check(4) { Single.zip($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } }
        check(5) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4]) { [$0, $1, $2, $3, $4] } }
        check(6) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { [$0, $1, $2, $3, $4, $5] } }
        check(7) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { [$0, $1, $2, $3, $4, $5, $6] } }
        check(8) {
            Single.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        }
    }

    func testEveryNumberOfSourcesInTuples() {
        check(2) { Single.zip($0[0], $0[1]) }
        check(3) { Single.zip($0[0], $0[1], $0[2]) }
        check(4) { Single.zip($0[0], $0[1], $0[2], $0[3]) }
        check(5) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4]) }
        check(6) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
        check(7) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        check(8) { Single.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) }
    }

    func testTheFirstErrorEndsItAndDisposesTheOthers() {
        let log = Log()
        let waiting = Single<Int>.create { _ in log.disposable("disposed") }
        XCTAssertEqual(marks(Single.zip(waiting, Single<Int>.error(TestError()))), ["x(error)"])
        XCTAssertEqual(log.lines, ["disposed"])
    }

    func testWhatTheSelectorThrowsIsAnError() {
        XCTAssertEqual(
            marks(Single.zip(source(1), source(2)) { (a, b) -> Int in throw TestError("\(a)\(b)") }),
            ["x(12)"]
        )
    }

    func testItWaitsForAll() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        _ = Single.zip(subject.asSingle(), source(2)) { "\($0)\($1)" }.asObservable().subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, [])
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, ["12", "|"])
    }

    func testDisposalDisposesAll() {
        let log = Log()
        let waiting = Single<Int>.create { _ in log.disposable("disposed") }
        Single.zip(waiting, waiting, waiting).subscribe().dispose()
        XCTAssertEqual(log.lines, ["disposed", "disposed", "disposed"])
    }

    func testCollections() {
        XCTAssertEqual(marks(Single.zip([source(1), source(2), source(3)])), ["[1, 2, 3]", "|"])
        XCTAssertEqual(marks(Single.zip([source(1), source(2)]) { $0.reduce(0, +) }), ["3", "|"])
        XCTAssertEqual(marks(Single.zip([source(1), .error(TestError())])), ["x(error)"])
        XCTAssertEqual(
            marks(Single.zip([source(1)]) { numbers -> Int in throw TestError("\(numbers)") }),
            ["x([1])"]
        )
    }

    func testAnEmptyCollectionGivesAnElementToo() {
        XCTAssertEqual(marks(Single<Int>.zip([])), ["[]", "|"])
        XCTAssertEqual(marks(Single<Int>.zip([]) { $0.count }), ["0", "|"])
        XCTAssertEqual(marks(Single<Int>.zip([]) { _ -> Int in throw TestError() }), ["x(error)"])
    }
}
