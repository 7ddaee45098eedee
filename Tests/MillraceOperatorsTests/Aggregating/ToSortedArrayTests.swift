import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ToSortedArrayTests: MarbleTestCase {
    private let names: [Character: [String]] = ["1": ["a", "b", "c"], "2": ["c", "b", "a"]]

    func testInEitherOrder() {
        check(source: "--b--a--c--|", result: "-----------(1|)", naming: names) { source, _, _ in
            source.toSortedArray().asObservable()
        }
        check(source: "--b--a--c--|", result: "-----------(2|)", naming: names) { source, _, _ in
            source.toSortedArray(ascending: false).asObservable()
        }
        check(source: "--b--a--c--|", result: "-----------(2|)", naming: names) { source, _, _ in
            source.toSortedArray(by: >).asObservable()
        }
    }

    func testErrors() {
        check(source: "--a--#", result: "-----#", naming: names) { source, _, _ in
            source.toSortedArray().asObservable()
        }
        check(source: "--a--b--|", result: "--------#", naming: names) { source, _, _ in
            source.toSortedArray { _, _ in throw TestError() }.asObservable()
        }
    }
}
