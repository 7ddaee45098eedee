import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TakeForTests: MarbleTestCase {
    func testItCompletesWhenTheTimeIsOver() {
        check(
            source: "-a-b-c-d",
            result: "-a-b|",
            active: "^---!"
        ) { $0.take(for: .seconds(4), scheduler: $1) }
    }

    func testAPeriodOfNoTimeEndsAtOnce() {
        check(
            source: "--a-b-c-d",
            result: "-|",
            active: "^!"
        ) { $0.take(for: .seconds(0), scheduler: $1) }
    }

    func testItEndsWithTheSource() {
        let end = check(
            source: "-a#",
            result: "-a#",
            active: "^-!"
        ) { $0.take(for: .seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 2)
    }

    func testDisposalStopsTheTimer() {
        let end = check(
            source: "-a-b-c-d",
            during: "^-!",
            result: "-a",
            active: "^-!"
        ) { $0.take(for: .seconds(9), scheduler: $1) }
        XCTAssertEqual(end, 7)
    }
}
