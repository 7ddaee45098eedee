import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class CountTests: MarbleTestCase {
    func testOfAllAndOfSome() {
        check(source: "--a--b--a--|", result: "-----------(3|)", naming: ["3": 3]) { source, _, _ in source.count() }
        check(source: "--a--b--a--|", result: "-----------(2|)", naming: ["2": 2]) { source, _, _ in
            source.count { $0 == "a" }
        }
        check(source: "---|", result: "---(0|)", naming: ["0": 0]) { source, _, _ in source.count() }
    }

    func testErrors() {
        check(source: "--a--#", result: "-----#", naming: [Character: Int]()) { source, _, _ in source.count() }
        check(source: "--a--b", result: "--#", active: "^-!", naming: [Character: Int]()) { source, _, _ in
            source.count { _ in throw TestError() }
        }
    }
}
