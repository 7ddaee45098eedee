import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class IgnoreErrorsTests: MarbleTestCase {
    func testAllErrors() {
        check(
            source: "-a-#",
            during: "^----------!",
            result: "-a--a--a--a",
            isCold: true
        ) { source, _ in source.ignoreErrors() }
    }

    func testErrorsUntilThePredicateIsFalse() {
        var count = 0
        check(
            source: "-a-#",
            result: "-a--a--a-#",
            isCold: true
        ) { source, _ in
            source.ignoreErrors { _ in
                count += 1
                return count < 3
            }
        }
        XCTAssertEqual(count, 3)
    }

    func testManyErrorsAtOnceTakeNoStack() {
        let recorder = Recorder<Int>()
        var count = 0
        _ = Observable<Int>.error(TestError()).ignoreErrors { _ in
            count += 1
            return count < 5_000
        }
        .subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(error)"])
        XCTAssertEqual(count, 5_000)
    }
}
