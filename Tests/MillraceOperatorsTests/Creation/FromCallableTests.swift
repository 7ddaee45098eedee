import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class FromCallableTests: XCTestCase {
    func testItIsCalledForEachSubscription() {
        var calls = 0
        let source = Observable<Int>.fromCallable {
            calls += 1
            return calls
        }
        XCTAssertEqual(calls, 0)
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        _ = source.subscribe(first)
        _ = source.subscribe(second)
        XCTAssertEqual(first.marks, ["1", "|"])
        XCTAssertEqual(second.marks, ["2", "|"])
    }

    func testWhatItThrowsIsTheError() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.fromCallable { throw TestError() }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }

    func testAResultThatComesAfterTheDisposalIsDropped() {
        let recorder = Recorder<Int>()
        let subscription = SingleAssignmentDisposable()
        let stop = PublishSubject<Void>()
        subscription.setDisposable(
            Observable<Int>.fromCallable {
                stop.onNext(())
                return 1
            }
            .take(until: stop)
            .subscribe(recorder)
        )
        XCTAssertEqual(recorder.marks, ["|"])
    }
}
