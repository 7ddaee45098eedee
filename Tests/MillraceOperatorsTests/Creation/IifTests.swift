import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class IifTests: MarbleTestCase {
    func testTheConditionIsCheckedAtEachSubscription() {
        for (condition, result, active, joined) in [(true, "--a--|", "^----!", ""), (false, "-x|", "", "^-!")] {
            check(
                source: "--a--|",
                second: "-x|",
                result: result,
                active: active,
                joined: joined
            ) { source, second, _ in .iif({ condition }, then: source, otherwise: second) }
        }
    }

    func testWithoutAnotherSourceItCompletes() {
        check(source: "--a--|", result: "|", active: "") { source, _ in .iif({ false }, then: source) }
    }

    func testWhatTheConditionThrowsIsTheError() {
        check(source: "--a--|", result: "#", active: "") { source, _ in .iif({ throw TestError() }, then: source) }
    }
}
