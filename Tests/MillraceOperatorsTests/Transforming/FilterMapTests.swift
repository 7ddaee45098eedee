import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class FilterMapTests: MarbleTestCase {
    func testElementsAreIgnoredOrMapped() {
        check(source: "-1-2-3-|", result: "-A---C-|", active: "^------!", naming: ["A": 10, "C": 30]) { source, _, _ in
            source.filterMap { $0 == "2" ? .ignore : .map(Int($0)! * 10) }
        }
    }

    func testNilIsAResult() {
        let recorder = Recorder<Int?>()
        _ = Observable.of(1, 2, 3).filterMap { $0 == 2 ? .ignore : .map($0 == 3 ? nil : $0) as FilterMap<Int?> }
            .subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, nil])
    }

    func testAThrowingClosureFails() {
        check(source: "-1-2-3-|", result: "-1-#", active: "^--!") { source, _ in
            source.filterMap { if $0 == "2" { throw TestError() } else { return .map($0) } }
        }
    }
}
