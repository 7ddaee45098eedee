import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ScanTests: MarbleTestCase {
    func testTheFirstElementIsTheFirstResult() {
        check(source: "-1-2-3-|", result: "-1-3-6-|", active: "^------!") { source, _ in
            source.map { Int($0)! }.scan { $0 + $1 }.map { "\($0)" }
        }
        check(source: "-1-2-#", result: "-1-3-#", active: "^----!") { source, _ in
            source.map { Int($0)! }.scan { $0 + $1 }.map { "\($0)" }
        }
    }

    func testAThrowingAccumulatorFails() {
        check(source: "-a-b-c", result: "-a-#", active: "^--!") { source, _ in
            source.scan { _, _ in throw TestError() }
        }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.scan(+).do(onNext: { if $0 == 3 { subject.onNext(10) } }).subscribe(recorder)
        for element in [1, 2, 100] { subject.onNext(element) }
        XCTAssertEqual(Set(recorder.elements), [1, 3, 13, 113])
    }

    func testOptionalElementsAndSubscriptionsOfTheirOwn() {
        let source = Observable.of(nil, 1, 2).scan { ($0 ?? 0) + ($1 ?? 0) }
        for _ in 0..<2 {
            let recorder = Recorder<Int?>()
            _ = source.subscribe(recorder)
            XCTAssertEqual(recorder.elements, [nil, 1, 3])
        }
    }

    func testTheFormWithASeedIsStillFound() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).scan(10) { $0 + $1 }.subscribe(recorder)
        _ = Observable.of(1, 2).scan(into: 20) { $0 += $1 }.subscribe(recorder)
        XCTAssertEqual(recorder.elements, [11, 13, 21, 23])
    }
}
