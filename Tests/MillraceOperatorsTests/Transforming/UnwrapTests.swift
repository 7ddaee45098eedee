import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class UnwrapTests: MarbleTestCase {
    func testNilIsLeftOut() {
        check(
            source: "--1--x--2--|",
            result: "--1-----2--|",
            active: "^----------!",
            naming: ["1": 1, "2": 2]
        ) { source, _, _ in source.map { Int($0) }.unwrap() }
    }
}
