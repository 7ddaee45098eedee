import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ContainsTests: MarbleTestCase {
    private let values: [Character: Bool] = ["t": true, "f": false]

    func testTheFirstThatMatchesDecides() {
        check(source: "--a--b--c--|", result: "-----(t|)", active: "^----!", naming: values) { source, _, _ in
            source.contains { $0 == "b" }.asObservable()
        }
        check(source: "--a--b--c--|", result: "-----(t|)", active: "^----!", naming: values) { source, _, _ in
            source.contains("b").asObservable()
        }
    }

    func testNoneMatches() {
        check(source: "--a--b--c--|", result: "-----------(f|)", naming: values) { source, _, _ in
            source.contains("x").asObservable()
        }
    }

    func testErrors() {
        check(source: "--a--#", result: "-----#", naming: values) { source, _, _ in
            source.contains("x").asObservable()
        }
        check(source: "--a--b", result: "--#", active: "^-!", naming: values) { source, _, _ in
            source.contains { _ in throw TestError() }.asObservable()
        }
    }
}
