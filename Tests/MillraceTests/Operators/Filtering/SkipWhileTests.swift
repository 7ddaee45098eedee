import Millrace
import TestSupport
import XCTest

final class SkipWhileTests: XCTestCase {
    func testThePredicateIsNotAskedAgainOnceItWasFalse() {
        let recorder = Recorder<Int>()
        var asked: [Int] = []
        let source = TestSource<Int>()
        _ = source.observable.skip(while: { element in
            asked.append(element)
            return element < 2
        }).subscribe(recorder)
        source.send(1, 2, 1, 3)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["2", "1", "3", "|"])
        XCTAssertEqual(asked, [1, 2])
    }

    func testWhatThePredicateThrowsEndsIt() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.skip(while: { if $0 == 2 { throw TestError("two") } else { return true } })
            .subscribe(recorder)
        source.send(1, 2, 3)
        XCTAssertEqual(recorder.marks, ["x(two)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testElementsThatAnObserverSetsOffArePassedOn() {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        _ = subject.skip(while: { $0 < 2 }).subscribe(onNext: { element in
            received.append(element)
            if element == 2 { subject.onNext(1) }
        })
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertEqual(received, [2, 1])
    }
}
