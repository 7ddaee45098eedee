import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class SequenceEqualTests: MarbleTestCase {
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
            naming: ["t": true, "f": false],
            line: line
        ) { source, second, _ in source.sequenceEqual(second).asObservable() }
    }

    func testEqualElementsAtDifferentTimes() {
        check(source: "--a--b--|", second: "-ab----|", result: "--------(t|)", active: "^-------!", joined: "^------!")
        check(source: "---|", second: "-----|", result: "-----(t|)", active: "^--!", joined: "^----!")
    }

    func testDifferentElements() {
        check(source: "--a--b--|", second: "-ax----|", result: "-----(f|)", active: "^----!", joined: "^----!")
    }

    func testOneIsShorter() {
        check(source: "--a--b--|", second: "-a-|", result: "-----(f|)", active: "^----!", joined: "^--!")
        check(source: "--a|", second: "-ab----|", result: "---(f|)", active: "^--!", joined: "^--!")
    }

    func testAnError() {
        check(source: "--a--#", second: "-ab----|", result: "-----#", active: "^----!", joined: "^----!")
    }

    func testNilIsAnElement() {
        let recorder = Recorder<Bool>()
        _ = Observable<Int?>.of(1).sequenceEqual(Observable<Int?>.of(1, nil)).asObservable().subscribe(recorder)
        _ = Observable<Int?>.of(1, nil).sequenceEqual(Observable<Int?>.of(1, nil)).asObservable().subscribe(recorder)
        XCTAssertEqual(recorder.elements, [false, true])
    }
}
