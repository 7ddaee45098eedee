import Millrace
import TestSupport
import XCTest

final class FromTests: XCTestCase {
    func testEmptyOnesComplete() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.from([]).subscribe(recorder)
        _ = Observable<Int>.from(Set<Int>()).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|", "|"])
    }

    func testASequenceIsIteratedLazilyAndBySubscription() {
        var iterators = 0
        var produced = 0
        let sequence = AnySequence<Int> {
            iterators += 1
            return AnyIterator {
                produced += 1
                return produced
            }
        }
        let source = Observable.from(sequence)
        XCTAssertEqual(iterators, 0)
        var elements: [Int] = []
        disposingInside(source) { element, subscription in
            elements.append(element)
            if element == 3 { subscription.dispose() }
        }
        XCTAssertEqual(elements, [1, 2, 3])
        XCTAssertEqual(iterators, 1)
        XCTAssertEqual(produced, 3)
        disposingInside(source) { _, subscription in subscription.dispose() }
        XCTAssertEqual(iterators, 2)
    }

    func testOptionalElementsOfASequencePassAsTheyAre() {
        let recorder = Recorder<Int?>()
        _ = Observable<Int?>.from([1, nil, 3].lazy.map { $0 }).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, nil, 3])
    }
}
