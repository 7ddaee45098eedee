import MillraceTest
import TestSupport
import XCTest

extension OperatorContract {
    /// Checks the rules, and that no object of Millrace's is left when all trials are over.
    ///
    /// On a machine that gives the tests a hundredth of a processor, a rule with 40 rounds of two threads takes more than
    /// the 10 s that are usual.
    func checkWithObjects(file: StaticString = #filePath, line: UInt = #line) {
        var patient = self
        patient.timeout = 60
        let left = objectsLeft { patient.check() }
        XCTAssertEqual(left, 0, "\(name): objects left", file: file, line: line)
    }
}
