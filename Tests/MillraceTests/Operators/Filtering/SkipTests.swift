import Millrace
import TestSupport
import XCTest

final class SkipTests: XCTestCase {
    func testItLeavesOutTheFirstOnes() {
        // As in RxSwift, a count below 0 leaves out nothing.
        for (count, expected) in [(-1, [1, 2, 3]), (0, [1, 2, 3]), (2, [3]), (3, []), (9, [])] {
            let recorder = Recorder<Int>()
            _ = Observable.range(start: 1, count: 3).skip(count).subscribe(recorder)
            XCTAssertEqual(recorder.elements, expected, "\(count)")
            XCTAssertEqual(recorder.marks.last, "|")
        }
    }

    func testElementsThatAnObserverSetsOffArePassedOn() {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        _ = subject.skip(1).subscribe(onNext: { element in
            received.append(element)
            if element < 4 { subject.onNext(element + 1) }
        })
        subject.onNext(1)
        subject.onNext(2)
        XCTAssertEqual(received, [2, 3, 4])
    }
}
