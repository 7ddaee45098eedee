import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ThrowIfEmptyTests: MarbleTestCase {
    func testNoElement() {
        check(
            source: "---|",
            result: "---#",
            active: "^--!"
        ) { source, _ in source.throwIfEmpty(TestError()) }
        check(
            source: "---|",
            result: "---#",
            error: RxError.noElements
        ) { source, _ in source.throwIfEmpty() }
    }

    func testTheErrorIsMadeOnlyIfItIsNeeded() {
        var isMade = false
        func make() -> TestError {
            isMade = true
            return TestError()
        }
        check(
            source: "-a-|",
            result: "-a-|"
        ) { source, _ in source.throwIfEmpty(make()) }
        XCTAssertFalse(isMade)
    }
}
