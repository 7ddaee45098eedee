import Millrace
import MillraceTest
import TestSupport
import XCTest

final class SkipForTests: MarbleTestCase {
    func testItDropsWhatComesBefore() {
        check(
            source: "-a-b-c-d|",
            result: "-----c-d|",
            active: "^-------!"
        ) { $0.skip(.seconds(4), scheduler: $1) }
    }

    func testItEndsWithTheSourceBefore() {
        let end = check(
            source: "-a#",
            result: "--#",
            active: "^-!"
        ) { $0.skip(.seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 2)
    }

    func testDisposalStopsTheTimer() {
        let end = check(
            source: "-a-b-c-d",
            during: "^-!",
            result: "",
            active: "^-!"
        ) { $0.skip(.seconds(9), scheduler: $1) }
        XCTAssertEqual(end, 7)
    }
}
