import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class NwiseTests: MarbleTestCase {
    func testEachWithThoseBefore() {
        check(
            source: "--a---b--c---d---|",
            result: "---------1---2---|",
            active: "^----------------!",
            naming: ["1": ["a", "b", "c"], "2": ["b", "c", "d"]]
        ) { source, _, _ in source.nwise(3) }
    }

    func testAnErrorAndTooFewElements() {
        check(source: "-a-b-#", result: "-----#", active: "^----!", naming: [:]) { source, _, _ in source.nwise(3) }
        check(source: "-a-b-|", result: "-----|", active: "^----!", naming: [:]) { source, _, _ in source.nwise(3) }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        _ = subject.nwise(2).do(onNext: { if $0 == [1, 2] { subject.onNext(3) } }).subscribe(recorder)
        for element in [1, 2, 4] { subject.onNext(element) }
        XCTAssertEqual(Set(recorder.elements), [[1, 2], [2, 3], [3, 4]])
    }

    func testSubscriptionsShareNothing() {
        let source = Observable.of(1, 2).nwise(2)
        for _ in 0..<2 {
            let recorder = Recorder<[Int]>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.marks, ["[1, 2]", "|"])
        }
    }
}
