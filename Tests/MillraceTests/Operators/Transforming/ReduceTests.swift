import Millrace
import TestSupport
import XCTest

/// `reduce` and `toArray`, which speak when the source has ended.
final class ReduceTests: XCTestCase {
    private let recorder = Recorder<Int>()

    func testAnEmptySourceGivesTheSeed() {
        _ = Observable<Int>.empty().reduce(5) { $0 + $1 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["5", "|"])
    }

    func testWhatTheClosuresThrowEndsIt() {
        let source = TestSource<Int>()
        _ = source.observable.reduce(0) { _, _ in throw TestError("a") }.subscribe(recorder)
        source.send(1)
        XCTAssertEqual(source.disposals, 1)
        let second = Recorder<Int>()
        _ = Observable.just(1).reduce(0, accumulator: { $0 + $1 }, mapResult: { _ -> Int in throw TestError("b") })
            .subscribe(second)
        XCTAssertEqual(recorder.marks, ["x(a)"])
        XCTAssertEqual(second.marks, ["x(b)"])
    }

    func testDisposalInTheResultsDeliveryKeepsCompletionAway() {
        let subscription = SerialDisposable()
        let source = PublishSubject<Int>()
        subscription.disposable = source.reduce(0) { $0 + $1 }.subscribe { [recorder] in
            recorder.on($0)
            subscription.dispose()
        }
        source.onNext(1)
        source.onCompleted()
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testToArrayOfAnEmptySourceIsAnEmptyArray() {
        let recorder = Recorder<[Int]>()
        _ = Observable<Int>.empty().toArray().asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["[]", "|"])
    }
}
