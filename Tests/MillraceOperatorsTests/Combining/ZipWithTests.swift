import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ZipWithTests: MarbleTestCase {
    func testPairsInOrder() {
        check(
            source: "--a-----b--c---|",
            second: "----x-y------z|",
            result: "----1---2----3-|",
            naming: ["1": "ax", "2": "by", "3": "cz"]
        ) { source, second, _ in source.zip(with: second) { $0 + $1 } }
    }

    func testTheSourceMayBeATrait() {
        let recorder = Recorder<String>()
        _ = Maybe.just(1).zip(with: Observable.of("a", "b")) { "\($0)\($1)" }.subscribe(recorder)
        _ = Observable.of(1).zip(with: Single.just("a")) { "\($0)\($1)" }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1a", "|", "1a", "|"])
    }

    func testAnError() {
        check(source: "--a--#", second: "--x--", result: "--1--#", naming: ["1": "ax"]) { source, second, _ in
            source.zip(with: second) { $0 + $1 }
        }
    }
}
