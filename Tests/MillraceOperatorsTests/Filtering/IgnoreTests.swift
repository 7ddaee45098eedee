import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class IgnoreTests: MarbleTestCase {
    func testOneValue() {
        check(
            source: "-a-b-a-c-|",
            result: "---b---c-|",
            active: "^--------!"
        ) { source, _ in source.ignore("a") }
    }

    func testSeveralValues() {
        check(
            source: "-a-b-a-c-#",
            result: "---b-----#"
        ) { source, _ in source.ignore("a", "c") }
    }

    func testASequenceOfValuesIsReadOnce() {
        let values = AnyIterator(["a", "c"].makeIterator())
        check(
            source: "-a-b-a-c-|",
            result: "---b-----|"
        ) { source, _ in source.ignore(values) }
    }

    func testAPredicate() {
        check(
            source: "-a-b-a-c-|",
            result: "-a---a---|"
        ) { source, _ in source.ignoreWhen { $0 > "a" } }
    }

    func testAnErrorOfThePredicate() {
        check(
            source: "-a-b-",
            result: "-#",
            active: "^!"
        ) { source, _ in source.ignoreWhen { _ in throw TestError() } }
    }
}
