import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class FirstTests: MarbleTestCase {
    func testTheFirstElementThatIsLookedFor() {
        check(
            source: "-a-b-c-|",
            result: "---(b|)",
            active: "^--!"
        ) { source, _ in source.first { $0 > "a" } }
    }

    func testNoneIsFound() {
        check(
            source: "-a-b-|",
            result: "-----|"
        ) { source, _ in source.first(where: { $0 > "c" }) }
        check(
            source: "-a-b-#",
            result: "-----#"
        ) { source, _ in source.first(where: { $0 > "c" }) }
    }

    func testAPosition() {
        check(
            source: "-a-b-c-|",
            result: "---(1|)",
            active: "^--!"
        ) { source, _ in source.firstIndex { $0 > "a" }.map(String.init) }
        check(
            source: "-a-b-|",
            result: "-----|"
        ) { source, _ in source.firstIndex(where: { $0 > "c" }).map(String.init) }
    }

    func testErrorsOfThePredicate() {
        check(
            source: "-a-b-|",
            result: "-#",
            active: "^!"
        ) { source, _ in source.firstIndex { _ in throw TestError() }.map(String.init) }
    }

    func testElementsFromInsideThePredicateAndTheDelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.firstIndex { element in
            if element == 1 { subject.onNext(2) }
            return true
        }
        .do(onNext: { _ in subject.onNext(3) })
        .subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testTheCoreOperatorsOfThatNameStillAreMeant() {
        let recorder = Recorder<Int?>()
        _ = Observable.of(3, 4).first().asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.elements, [3])
    }
}
