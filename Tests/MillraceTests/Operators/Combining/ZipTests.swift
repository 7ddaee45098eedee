import Millrace
import TestSupport
import XCTest

final class ZipTests: JoinTestCase {
    func testItPairsInOrder() {
        for (name, join) in zips {
            run(join) { sources, recorder in
                sources[0].send(1, 2, 3)
                sources[1].send(10, 20)
                sources[2].send(100)
                XCTAssertEqual(recorder.elements, [[1, 10, 100]], name)
                sources[2].send(200, 300)
                XCTAssertEqual(recorder.elements, [[1, 10, 100], [2, 20, 200]], name)
                for source in sources { source.send(.completed) }
                XCTAssertEqual(recorder.marks.last, "|", name)
            }
        }
    }

    func testZipOfACollectionCompletesWhenAnElementCanNotBeJoinedAnyMore() {
        for (name, join) in zips {
            run(join) { sources, recorder in
                sources[0].send(.completed)
                sources[1].send(.completed)
                XCTAssertEqual(recorder.marks, [], name)
                sources[2].send(1)
                XCTAssertEqual(recorder.marks, name == "fixed" ? [] : ["|"], name)
                sources[2].send(.completed)
                XCTAssertEqual(recorder.marks, ["|"], name)
            }
        }
    }

    func testWhatWaitsInAZipIsReleasedByDisposal() {
        let (a, b) = (PublishSubject<Probe>(), PublishSubject<Int>())
        let subscription = Observable.zip(a, b) { $1 }.subscribe { _ in }
        weak var held: Probe?
        do {
            let probe = Probe()
            held = probe
            a.onNext(probe)
        }
        XCTAssertNotNil(held)
        subscription.dispose()
        XCTAssertNil(held)
    }
}
