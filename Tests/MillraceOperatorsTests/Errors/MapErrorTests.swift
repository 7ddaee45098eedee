import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MapErrorTests: MarbleTestCase {
    func testTheErrorIsReplaced() {
        check(
            source: "-a-#",
            result: "-a-#",
            active: "^--!",
            error: TestError("loading: error")
        ) { source, _ in source.mapError { TestError("loading: \($0)") } }
    }

    func testTheErrorThatTheClosureThrows() {
        check(
            source: "-a-#",
            result: "-a-#",
            error: TestError("thrown")
        ) { source, _ in source.mapError { _ in throw TestError("thrown") } }
    }

    func testACompletionIsPassedOn() {
        check(
            source: "-a-|",
            result: "-a-|"
        ) { source, _ in source.mapError { _ in TestError("none") } }
    }
}
