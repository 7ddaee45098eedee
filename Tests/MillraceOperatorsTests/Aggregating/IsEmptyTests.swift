import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class IsEmptyTests: MarbleTestCase {
    private func check(source: String, result: String, active: String, line: UInt = #line) {
        check(source: source, result: result, active: active, naming: ["t": true, "f": false], line: line) {
            source,
            _,
            _ in source.isEmpty().asObservable()
        }
    }

    func testAnElementOrNone() {
        check(source: "--a--b--|", result: "--(f|)", active: "^-!")
        check(source: "-----|", result: "-----(t|)", active: "^----!")
        check(source: "-----#", result: "-----#", active: "^----!")
    }
}
