import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class PairwiseTests: MarbleTestCase {
    func testEachWithTheOneBefore() {
        check(
            source: "--a---b-----c---|",
            result: "------1-----2---|",
            active: "^---------------!",
            naming: ["1": "ab", "2": "bc"]
        ) { source, _, _ in source.pairwise().map { $0 + $1 } }
    }

    func testAnError() {
        check(
            source: "-a-#",
            result: "---#",
            active: "^--!"
        ) { source, _ in source.pairwise().map { $0 + $1 } }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.pairwise()
            .do(onNext: { if $0.1 == 2 { subject.onNext(3) } })
            .map { $0 * 10 + $1 }
            .subscribe(recorder)
        for element in [1, 2, 4] { subject.onNext(element) }
        XCTAssertEqual(Set(recorder.elements), [12, 23, 34])
    }
}
