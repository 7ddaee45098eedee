import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ThenTests: MarbleTestCase {
    func testTheElementsOfTheSecondOnly() {
        check(
            source: "--a--b--|",
            second: "        -x--|",
            result: "---------x--|",
            active: "^-------!",
            joined: "--------^---!"
        ) { source, second, _ in source.then(second) }
    }

    func testAnErrorOfTheFirst() {
        check(source: "--a--#", second: "     -x--|", result: "-----#", joined: "") { source, second, _ in
            source.then(second)
        }
    }

    func testOtherTypes() {
        let recorder = Recorder<Int>()
        _ = Observable.of("a").then(Single.just(1)).subscribe(recorder)
        _ = Observable.of("a").then(Observable.of(2, 3)).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|", "2", "3", "|"])
    }
}
