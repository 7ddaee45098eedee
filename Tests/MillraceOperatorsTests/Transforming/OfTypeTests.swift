import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class OfTypeTests: MarbleTestCase {
    private func mixed(_ source: Observable<String>) -> Observable<Any> {
        source.map { Int($0).map { $0 as Any } ?? $0 }
    }

    func testOtherTypesAreLeftOut() {
        check(source: "-1-a-2-|", result: "-1---2-|", active: "^------!") { source, _ in
            mixed(source).ofType(Int.self).map { "\($0)" }
        }
        check(source: "-1-a-#", result: "---a-#", active: "^----!") { source, _ in
            mixed(source).ofType(String.self)
        }
    }

    func testAnotherTypeFailsTheCast() {
        check(source: "-1-2-|", result: "-1-2-|", active: "^----!") { source, _ in
            mixed(source).cast(Int.self).map { "\($0)" }
        }
        let recorder = Recorder<Int>()
        _ = Observable<Any>.of(1, "two", 3).cast(Int.self).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1])
        let error = recorder.events.last?.error as? RxCastError
        XCTAssertEqual(error?.found, "String")
        XCTAssertEqual(error?.expected, "Int")
        XCTAssertEqual(error?.description, "An element is of type String, not Int.")
    }

    func testNilIsAnElementOfAnOptionalType() {
        let elements: [Any] = [1, Int?.none as Any, "x"]
        let recorder = Recorder<Int?>()
        _ = Observable.from(elements).ofType(Int?.self).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, nil])
    }
}
