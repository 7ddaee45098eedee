import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ElementAtTests: MarbleTestCase {
    func testTheElementAtAPosition() {
        check(
            source: "-a-b-c-|",
            result: "---(b|)",
            active: "^--!"
        ) { source, _ in source.element(at: 1, default: "x") }
    }

    func testTheDefault() {
        check(
            source: "-a-b-|",
            result: "-----(x|)"
        ) { source, _ in source.element(at: 2, default: "x") }
        check(
            source: "-a-b-#",
            result: "-----#"
        ) { source, _ in source.element(at: 2, default: "x") }
    }

    func testElementsAndAnEndFromInsideTheDelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.element(at: 0, default: 9).do(onNext: { _ in
            subject.onNext(2)
            subject.onCompleted()
        })
        .subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testWithoutADefaultTheCoreOperatorIsMeant() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1).element(at: 1).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [])
        XCTAssertNotNil(recorder.events.last?.error)
    }
}
