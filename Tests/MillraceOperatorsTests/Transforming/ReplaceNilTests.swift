import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ReplaceNilTests: MarbleTestCase {
    func testNilIsReplaced() {
        check(source: "-1-x-2-|", result: "-1-0-2-|", active: "^------!") { source, _ in
            source.map { Int($0) }.replaceNil(with: 0).map { "\($0)" }
        }
        check(source: "-x-#", result: "-0-#", active: "^--!") { source, _ in
            source.map { Int($0) }.replaceNil(with: 0).map { "\($0)" }
        }
    }
}
