import Millrace
import TestSupport
import XCTest

final class SingleElementTests: XCTestCase {
    private func marks(_ source: Observable<Int>) -> [String] {
        let recorder = Recorder<Int>()
        _ = source.subscribe(recorder)
        return recorder.events.map { $0.error.map { "x(\(String(reflecting: $0)))" } ?? "\($0)" }
    }

    func testOneElement() {
        XCTAssertEqual(marks(Observable.just(1).single()), ["next(1)", "completed"])
    }

    func testNone() {
        XCTAssertEqual(marks(Observable.empty().single()), ["x(Sequence doesn't contain any elements.)"])
        XCTAssertEqual(
            marks(Observable.of(1, 2).single { $0 > 2 }),
            ["x(Sequence doesn't contain any elements.)"]
        )
    }

    func testMoreThanOne() {
        XCTAssertEqual(
            marks(Observable.of(1, 2, 3).single()),
            ["next(1)", "x(Sequence contains more than one element.)"]
        )
        XCTAssertEqual(marks(Observable.of(1, 2, 3).single { $0 == 2 }), ["next(2)", "completed"])
    }

    func testTheSecondElementDisposesTheSource() {
        let source = TestSource<Int>()
        _ = source.observable.single().subscribe { _ in }
        source.send(1)
        XCTAssertEqual(source.disposals, 0)
        source.send(2)
        XCTAssertEqual(source.disposals, 1)
    }

    func testWhatThePredicateThrowsEndsIt() {
        let recorder = Recorder<Int>()
        _ = Observable.just(1).single { _ in throw TestError() }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }
}
