import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class LastTests: MarbleTestCase {
    func testTheLastElement() {
        check(
            source: "-a-b-|",
            result: "-----(b|)",
            active: "^----!"
        ) { source, _ in source.last().asObservable() }
        check(
            source: "-----|",
            result: "-----|"
        ) { source, _ in source.last().asObservable() }
        check(
            source: "-a-b-#",
            result: "-----#"
        ) { source, _ in source.last().asObservable() }
    }

    func testTheLastElementThatIsLookedFor() {
        check(
            source: "-a-b-c-|",
            result: "-------(b|)"
        ) { source, _ in source.last { $0 < "c" } }
        check(
            source: "-c-|",
            result: "---|"
        ) { source, _ in source.last(where: { $0 < "c" }) }
    }

    func testTheElementIsReleasedWithTheSubscription() {
        let subject = PublishSubject<Token>()
        let tally = Token.Tally()
        let subscription = subject.last().subscribe()
        subject.onNext(Token(tally))
        XCTAssertEqual(tally.count, 1)
        subscription.dispose()
        XCTAssertEqual(tally.count, 0)
    }
}
