import Millrace
import MillraceTest
import TestSupport
import XCTest

final class TimeoutTests: MarbleTestCase {
    func testASourceInTimePasses() {
        let end = check(
            source: "-a---b---c---|",
            result: "-a---b---c---|",
            active: "^------------!"
        ) { $0.timeout(.seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 13)
    }

    func testNoElementAtAllTimesOut() {
        check(
            source: "----------a",
            result: "-----#",
            active: "^----!",
            error: RxError.timeout
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAPauseTimesOut() {
        check(
            source: "---a---b------c",
            result: "---a---b----#",
            active: "^-----------!",
            error: RxError.timeout
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAnElementAtTheDueTimeComesBeforeATimerThatWasStartedLater() {
        check(
            source: "-----a----|",
            result: "-----a----|"
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAnErrorPasses() {
        check(
            source: "---#",
            result: "---#",
            active: "^--!"
        ) { $0.timeout(.seconds(5), scheduler: $1) }
    }

    func testAnotherSourceTakesOver() {
        check(
            source: "-a------------b",
            second: "      -c--d|",
            result: "-a-----c--d|",
            active: "^-----!",
            joined: "------^----!"
        ) { $0.timeout(.seconds(5), other: $1, scheduler: $2) }
    }

    func testTheOtherSourceIsLeftAloneByASourceInTime() {
        check(
            source: "-a--|",
            second: "-c",
            result: "-a--|",
            joined: ""
        ) { $0.timeout(.seconds(5), other: $1, scheduler: $2) }
    }

    func testASynchronousOtherSource() {
        check(
            source: "-a--------b",
            result: "-a----(xy|)",
            active: "^-----!"
        ) { $0.timeout(.seconds(5), other: Observable.of("x", "y"), scheduler: $1) }
    }

    func testDisposalOfTheOtherSource() {
        check(
            source: "-a",
            second: "      -c--d",
            during: "^--------!",
            result: "-a-----c",
            active: "^-----!",
            joined: "------^--!"
        ) { $0.timeout(.seconds(5), other: $1, scheduler: $2) }
    }
}
