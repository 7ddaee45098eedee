import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class CatchTests: MarbleTestCase {
    private struct Other: Error {}

    func testErrorsOfTheTypeAreHandled() {
        check(
            source: "-a-#",
            second: "   --b-|",
            result: "-a---b-|",
            active: "^--!",
            joined: "---^---!"
        ) { source, second, _ in source.catch(only: TestError.self) { _ in second } }
    }

    func testOtherErrorsPass() {
        check(
            source: "-a-#",
            second: "",
            result: "-a-#",
            joined: ""
        ) { source, second, _ in source.catch(only: Other.self) { _ in second } }
    }

    func testTheHandlerGetsTheErrorAsItIsAndMayThrow() {
        check(
            source: "-a-#",
            result: "-a-#",
            error: TestError("again: error")
        ) { source, _ in source.catch(only: TestError.self) { throw TestError("again: \($0.name)") } }
    }

    func testAnErrorThatCompletes() {
        check(
            source: "-a-#",
            result: "-a-|",
            active: "^--!"
        ) { source, _ in source.catchErrorJustComplete() }
        check(
            source: "-a-|",
            result: "-a-|"
        ) { source, _ in source.catchErrorJustComplete() }
    }
}
