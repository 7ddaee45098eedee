import Millrace
import TestSupport
import XCTest

final class CompactMapTests: XCTestCase {
    func testItLeavesOutNil() {
        let recorder = Recorder<Int>()
        let source = TestSource<String>()
        _ = source.observable.compactMap { Int($0) }.subscribe(recorder)
        source.send("1", "one", "2")
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }

    func testWhatTransformThrowsEndsIt() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable
            .compactMap { (element: Int) -> Int? in if element == 2 { throw TestError("two") } else { return element } }
            .subscribe(recorder)
        source.send(1, 2, 3)
        XCTAssertEqual(recorder.marks, ["1", "x(two)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnObserverMayMakeTheSourceEmit() {
        let subject = PublishSubject<Int>()
        var received: [Int] = []
        _ = subject.compactMap { $0 % 2 == 0 ? nil : $0 * 10 }.subscribe(onNext: { element in
            received.append(element)
            if element < 50 { subject.onNext(element / 10 + 2) }
        })
        subject.onNext(1)
        XCTAssertEqual(received, [10, 30, 50])
    }
}
