import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MapManyTests: MarbleTestCase {
    private let lists: [String: [Int]] = ["a": [1, 2, 3], "b": [], "c": [4]]

    func testEachMemberIsMapped() {
        check(
            source: "--a---b---c--|",
            result: "--A---B---C--|",
            active: "^------------!",
            naming: ["A": [10, 20, 30], "B": [], "C": [40]]
        ) { [lists] source, _, _ in source.map { lists[$0]! }.mapMany { $0 * 10 } }
    }

    func testMembersAreLeftOut() {
        check(
            source: "--a---b---c--|",
            result: "--A---B---C--|",
            active: "^------------!",
            naming: ["A": [1, 3], "B": [], "C": []]
        ) { [lists] source, _, _ in source.map { lists[$0]! }.filterMany { $0 % 2 == 1 } }
    }

    func testAThrowingClosureFails() {
        check(source: "-a-c-|", result: "-A-#", active: "^--!", naming: ["A": [1, 2, 3]]) { [lists] source, _, _ in
            source.map { lists[$0]! }.mapMany { if $0 == 4 { throw TestError() } else { return $0 } }
        }
        check(source: "-a-c-|", result: "-A-#", active: "^--!", naming: ["A": [1, 2, 3]]) { [lists] source, _, _ in
            source.map { lists[$0]! }.filterMany { if $0 == 4 { throw TestError() } else { return true } }
        }
    }
}
