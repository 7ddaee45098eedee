import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class EndWithTests: MarbleTestCase {
    func testAfterTheCompletion() {
        check(source: "--a--b--|", result: "--a--b--(xy|)", active: "^-------!") { source, _ in
            source.endWith("x", "y")
        }
    }

    func testNotAfterAnError() {
        check(source: "--a--#", result: "--a--#", active: "^----!") { source, _ in source.endWith("x") }
    }

    func testAnEndInBetween() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1).endWith(2, 3, 4).take(3).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
    }
}
