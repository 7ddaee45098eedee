import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ReduceTests: MarbleTestCase {
    func testOneResultAtTheEnd() {
        check(source: "-a-b-c-|", result: "-------(1|)", active: "^------!", naming: ["1": "abc"]) { source, _, _ in
            source.reduce { $0 + $1 }.asObservable()
        }
        check(source: "-a-|", result: "---(a|)", active: "^--!") { source, _ in
            source.reduce { $0 + $1 }.asObservable()
        }
    }

    func testNoElementAndAnError() {
        check(source: "---|", result: "---|", active: "^--!") { source, _ in source.reduce { $0 + $1 }.asObservable() }
        check(source: "-a-#", result: "---#", active: "^--!") { source, _ in source.reduce { $0 + $1 }.asObservable() }
        check(source: "-a-b-|", result: "---#", active: "^--!") { source, _ in
            source.reduce { _, _ in throw TestError() }.asObservable()
        }
    }

    func testTheFormWithASeedIsStillFound() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2).reduce(10) { $0 + $1 }.subscribe(recorder)
        _ = Observable.of(1, 2).reduce(20, accumulator: +).subscribe(recorder)
        _ = Observable.of(1, 2).reduce(+).subscribe(onSuccess: { recorder.onNext($0) })
        XCTAssertEqual(recorder.elements, [13, 23, 3])
    }
}
