import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class StartWithContentsOfTests: MarbleTestCase {
    func testBeforeTheSource() {
        check(source: "--a--b--|", result: "(xy)-a--b--|", isCold: true) { source, _ in
            source.startWith(contentsOf: ["x", "y"])
        }
    }

    func testAnInfiniteSequenceThatIsCutShort() {
        check(source: "--a--b--|", result: "(xxx|)", active: "") { source, _ in
            source.startWith(contentsOf: repeatElement("x", count: .max)).take(3)
        }
    }

    func testBesideStartWith() {
        let recorder = Recorder<[Int]>()
        _ = Observable.of([3]).startWith([1], [2]).startWith(contentsOf: [[0]]).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [[0], [1], [2], [3]])
    }
}
