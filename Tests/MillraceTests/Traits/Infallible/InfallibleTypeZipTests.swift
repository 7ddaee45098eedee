import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTypeZipTests: XCTestCase {
    private func source(_ number: Int) -> Infallible<Int> { .of(number, number * 10) }

    private func check<Joined>(_ count: Int, line: UInt = #line, _ join: ([Infallible<Int>]) -> Infallible<Joined>) {
        checkJoined((1...count).map(source), times: [1, 10], line: line, by: join)
    }

    func testEveryNumberOfSources() {
        check(2) { Infallible.zip($0[0], $0[1]) { [$0, $1] } }
        check(3) { Infallible.zip($0[0], $0[1], $0[2]) { [$0, $1, $2] } }
        check(4) { Infallible.zip($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } }
        check(5) { Infallible.zip($0[0], $0[1], $0[2], $0[3], $0[4]) { [$0, $1, $2, $3, $4] } }
        check(6) { Infallible.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { [$0, $1, $2, $3, $4, $5] } }
        check(7) { Infallible.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { [$0, $1, $2, $3, $4, $5, $6] } }
        check(8) {
            Infallible.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        }
    }

    func testValuesWaitForThoseOfTheOthers() {
        let relays = [PublishRelay<Int>(), PublishRelay<Int>()]
        let recorder = Recorder<String>()
        _ = Infallible.zip(relays[0].asInfallible(), relays[1].asInfallible()) { "\($0)\($1)" }
            .asObservable().subscribe(recorder)
        relays[0].accept(1)
        relays[0].accept(2)
        XCTAssertEqual(recorder.marks, [])
        relays[1].accept(3)
        XCTAssertEqual(recorder.marks, ["13"])
        relays[1].accept(4)
        XCTAssertEqual(recorder.marks, ["13", "24"])
    }

    func testASelectorThatThrowsBreaksThePromise() {
        XCTAssertEqual(
            marks(Infallible.zip(source(1), source(2)) { (a, b) -> Int in throw TestError("\(a)\(b)") }),
            ["x(12)"]
        )
    }
}
