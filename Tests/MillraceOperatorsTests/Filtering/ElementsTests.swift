import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ElementsTests: MarbleTestCase {
    func testElementsAndErrorsOfEvents() {
        check(
            source: "-a-b-#",
            result: "-a-b-|"
        ) { source, _ in source.materialize().elements() }
        check(
            source: "-a-b-#",
            result: "-----(x|)"
        ) { source, _ in source.materialize().errors().map { _ in "x" } }
    }

    func testARequestForEachElement() {
        let requests = Observable.of("1", "b", "3").flatMap { text in
            Observable.just(text).map { text -> Int in
                guard let number = Int(text) else { throw TestError(text) }
                return number
            }
            .materialize()
        }
        let (numbers, failures) = (Recorder<Int>(), Recorder<String>())
        _ = requests.elements().subscribe(numbers)
        _ = requests.errors().map { "\($0)" }.subscribe(failures)
        XCTAssertEqual(numbers.elements, [1, 3])
        XCTAssertEqual(failures.elements.count, 1)
    }
}
