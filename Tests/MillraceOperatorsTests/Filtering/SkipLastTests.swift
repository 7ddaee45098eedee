import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class SkipLastTests: MarbleTestCase {
    func testTheLastElementsAreLeftOut() {
        check(
            source: "-a-b-c-d-|",
            result: "-----a-b-|",
            active: "^--------!"
        ) { source, _ in source.skipLast(2) }
    }

    func testFewerElementsThanThat() {
        check(
            source: "-a-b-|",
            result: "-----|"
        ) { source, _ in source.skipLast(3) }
    }

    func testNone() {
        check(
            source: "-a-b-#",
            result: "-a-b-#"
        ) { source, _ in source.skipLast(0) }
    }

    func testAnElementFromInsideADelivery() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        _ = subject.skipLast(1).do(onNext: { if $0 == 1 { subject.onNext(3) } }).subscribe(recorder)
        for element in [1, 2, 4] { subject.onNext(element) }
        XCTAssertEqual(recorder.elements.sorted(), [1, 2, 3])
    }

    func testWhatWaitsIsReleasedWithTheSubscription() {
        let subject = PublishSubject<Token>()
        let tally = Token.Tally()
        let subscription = subject.skipLast(2).subscribe()
        for _ in 0..<3 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 2)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }
}
