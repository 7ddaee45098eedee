import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class MinMaxTests: MarbleTestCase {
    func testTheLeastAndTheGreatest() {
        check(source: "--b--a--c--|", result: "-----------(a|)") { source, _ in source.min().asObservable() }
        check(source: "--b--c--a--|", result: "-----------(c|)") { source, _ in source.max().asObservable() }
    }

    func testAnOrderOfOnesOwn() {
        check(source: "--b--a--c--|", result: "-----------(c|)") { source, _ in source.min { $0 > $1 }.asObservable() }
        check(source: "--b--a--c--|", result: "-----------(a|)") { source, _ in
            source.max(by: { $0 > $1 }).asObservable()
        }
    }

    func testNone() {
        check(source: "-----|", result: "-----|") { source, _ in source.min().asObservable() }
    }

    func testErrors() {
        check(source: "--a--#", result: "-----#") { source, _ in source.max().asObservable() }
        check(source: "--a--b--", result: "-----#", active: "^----!") { source, _ in
            source.min { _, _ in throw TestError() }.asObservable()
        }
    }

    func testTheFirstOfEqualOnes() {
        let recorder = Recorder<String>()
        let words = Observable.of("bb", "aa", "c", "d")
        _ = words.max { $0.count < $1.count }.asObservable().subscribe(recorder)
        _ = words.min { $0.count < $1.count }.asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.elements, ["bb", "c"])
    }
}
