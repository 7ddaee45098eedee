import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TakeAndSkipForTests: MarbleTestCase {
    func testTakeCompletesWhenTheTimeIsOver() {
        check(
            source: "-a-b-c-d",
            result: "-a-b|",
            active: "^---!"
        ) { $0.take(for: .seconds(4), scheduler: $1) }
    }

    func testTakeOfNoTime() {
        check(
            source: "--a-b-c-d",
            result: "-|",
            active: "^!"
        ) { $0.take(for: .seconds(0), scheduler: $1) }
    }

    func testTakeEndsWithTheSource() {
        let end = check(
            source: "-a#",
            result: "-a#",
            active: "^-!"
        ) { $0.take(for: .seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 2)
    }

    func testSkipDropsWhatComesBefore() {
        check(
            source: "-a-b-c-d|",
            result: "-----c-d|",
            active: "^-------!"
        ) { $0.skip(.seconds(4), scheduler: $1) }
    }

    func testSkipEndsWithTheSourceBefore() {
        let end = check(
            source: "-a#",
            result: "--#",
            active: "^-!"
        ) { $0.skip(.seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 2)
    }

    func testDisposalStopsTheTimers() {
        let end = check(
            source: "-a-b-c-d",
            during: "^-!",
            result: "",
            active: "^-!"
        ) { $0.take(for: .seconds(9), scheduler: $1).skip(.seconds(9), scheduler: $1) }
        XCTAssertEqual(end, 7)
    }
}
