import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class CombineLatestWithTests: MarbleTestCase {
    func testTheLatestOfBoth() {
        check(
            source: "--a-----b------|",
            second: "----x------y-|",
            result: "----1---2--3---|",
            naming: ["1": "ax", "2": "bx", "3": "by"]
        ) { source, second, _ in source.combineLatest(with: second) { $0 + $1 } }
    }

    func testAnError() {
        check(source: "--a-----b--", second: "----#", result: "----#", active: "^---!") { source, second, _ in
            source.combineLatest(with: second) { $0 + $1 }
        }
    }
}
