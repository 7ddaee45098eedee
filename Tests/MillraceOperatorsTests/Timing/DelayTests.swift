import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class DelayTests: MarbleTestCase {
    func testAnElementThatWaitsForAShorterTimeOvertakesOthers() {
        check(
            source: "-62-|",
            result: "----2--(6|)",
            active: "^---!"
        ) { source, scheduler in
            source.delay(by: { Observable<Int>.timer(.seconds(Int($0)!), scheduler: scheduler) })
        }
    }

    func testASourceThatCompletesEndsTheWait() {
        check(
            source: "-a-b-|",
            result: "-a-b-|"
        ) { source, _ in source.delay(by: { _ in Observable<Int>.empty() }) }
    }

    func testErrors() {
        check(
            source: "-a-#",
            result: "---#"
        ) { source, _ in source.delay(by: { _ in Observable<Int>.never() }) }
        check(
            source: "-a-b",
            result: "-#",
            active: "^!"
        ) { source, _ in source.delay(by: { _ in Observable<Int>.error(TestError()) }) }
        check(
            source: "-a-b",
            result: "-#",
            active: "^!"
        ) { source, _ in source.delay(by: { _ -> Observable<Int> in throw TestError() }) }
    }

    func testADisposalReleasesWhatWaits() {
        let (subject, open) = (PublishSubject<Token>(), PublishSubject<Void>())
        let tally = Token.Tally()
        let subscription = subject.delay(by: { _ in open }).subscribe()
        for _ in 0..<3 { subject.onNext(Token(tally)) }
        XCTAssertEqual(tally.count, 3)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
        XCTAssertFalse(open.hasObservers)
    }
}
