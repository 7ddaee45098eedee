import MillraceTest
import TestSupport
import XCTest

extension OperatorContract {
    /// Checks the rules, and that no object of Millrace's is left when all trials are over.
    func checkWithObjects(file: StaticString = #filePath, line: UInt = #line) {
        let left = objectsLeft { check() }
        XCTAssertEqual(left, 0, "\(name): objects left", file: file, line: line)
    }
}
