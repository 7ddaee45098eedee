import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ZipSequenceTests: MarbleTestCase {
    private func check<Elements: Sequence>(
        source: String,
        during: String = "^",
        result: String,
        active: String,
        with elements: Elements,
        line: UInt = #line
    ) where Elements.Element == Int {
        check(
            source: source,
            during: during,
            result: result,
            active: active,
            naming: ["1": "a1", "2": "b2", "3": "c3"],
            line: line
        ) { source, _, _ in source.zip(sequence: elements) { "\($0)\($1)" } }
    }

    func testALongerSequence() {
        check(source: "--a--b--c--|", result: "--1--2--3--|", active: "^----------!", with: 1...)
    }

    func testAShorterSequenceEndsItWithItsLast() {
        check(source: "--a--b--c--|", result: "--1--(2|)", active: "^----!", with: 1...2)
    }

    func testAnEmptySequence() {
        check(source: "--a--b--c--|", result: "|", active: "", with: [])
    }

    func testAnErrorAndADisposal() {
        check(source: "--a--#", result: "--1--#", active: "^----!", with: 1...3)
        check(source: "--a--b--c--|", during: "^---!", result: "--1", active: "^---!", with: 1...3)
    }

    func testEachSubscriptionHasItsOwnIterator() {
        let source = Observable.of("a", "b").zip(sequence: 1...2) { "\($0)\($1)" }
        let recorder = Recorder<String>()
        _ = source.subscribe(recorder)
        _ = source.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["a1", "b2", "|", "a1", "b2", "|"])
    }

    func testWhatTheSelectorThrows() {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        _ = subject.zip(sequence: 1...) { _, _ in throw TestError() }.subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<[Int]>()
        _ = subject.zip(sequence: [10, 20, 30, 40]) { [$0, $1] }
            .do(onNext: { if $0[0] < 3 { subject.onNext($0[0] + 1) } })
            .subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(Set(recorder.elements), [[1, 10], [2, 20], [3, 30]])
        subject.onNext(4)
        XCTAssertFalse(subject.hasObservers)
    }
}
