import Millrace
import TestSupport
import XCTest

final class EnumeratedTests: XCTestCase {
    func testItCountsFromZeroInEachSubscription() {
        let subject = PublishSubject<String>()
        let numbered = subject.enumerated()
        var log: [String] = []
        _ = numbered.subscribe(onNext: { log.append("first \($0.index)\($0.element)") })
        subject.onNext("a")
        _ = numbered.subscribe(onNext: { index, element in log.append("second \(index)\(element)") })
        subject.onNext("b")
        XCTAssertEqual(log, ["first 0a", "first 1b", "second 0b"])
    }

    func testAnElementThatAnObserverSetsOffHasTheNextNumber() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.enumerated().subscribe { event in
            if let index = event.element?.index {
                recorder.on(.next(index))
                if index < 3 { subject.onNext(0) }
            }
        }
        subject.onNext(0)
        subject.onNext(0)
        XCTAssertEqual(recorder.elements, [0, 1, 2, 3, 4])
    }
}
