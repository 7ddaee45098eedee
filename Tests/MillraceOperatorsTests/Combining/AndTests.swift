import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class AndTests: MarbleTestCase {
    private let values: [Character: Bool] = ["t": true, "f": false]

    private func check(source: String, result: String, active: String, line: UInt = #line) {
        check(source: source, result: result, active: active, naming: values, line: line) { source, _, _ in
            source.map { $0 == "t" }.and().asObservable()
        }
    }

    func testOfOneSource() {
        check(source: "--t--f--t--|", result: "-----(f|)", active: "^----!")
        check(source: "--t--t--|", result: "--------(t|)", active: "^-------!")
        check(source: "-----|", result: "-----|", active: "^----!")
        check(source: "--t--#", result: "-----#", active: "^----!")
    }

    private func check(
        source: String,
        second: String,
        result: String,
        active: String,
        joined: String,
        line: UInt = #line
    ) {
        check(
            source: source,
            second: second,
            result: result,
            active: active,
            joined: joined,
            naming: values,
            line: line
        ) { source, second, _ in
            Observable.and(source.map { $0 == "t" }, second.map { $0 == "t" }).asObservable()
        }
    }

    func testOfSeveralSources() {
        check(source: "--t---t--|", second: "-t-|", result: "---------(t|)", active: "^--------!", joined: "^--!")
        check(source: "--t---f--|", second: "-t--|", result: "------(f|)", active: "^-----!", joined: "^---!")
        check(source: "--t------|", second: "----|", result: "---------|", active: "^--------!", joined: "^---!")
        check(source: "--t---f--|", second: "-t--#", result: "----#", active: "^---!", joined: "^---!")
    }

    func testOfNoSourceAtAll() {
        let recorder = Recorder<Bool>()
        _ = Observable.and([Observable<Bool>]()).asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }
}
