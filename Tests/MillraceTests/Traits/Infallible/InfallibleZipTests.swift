import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleZipTests: XCTestCase {
    private func source(_ number: Int) -> Infallible<Int> { .of(number, number * 10) }

    func testEveryNumberOfSources() {
        XCTAssertEqual(marks(Infallible.zip(source(1), source(2)) { [$0, $1] }), ["[1, 2]", "[10, 20]", "|"])
        XCTAssertEqual(
            marks(Infallible.zip(source(1), source(2), source(3)) { [$0, $1, $2] }),
            ["[1, 2, 3]", "[10, 20, 30]", "|"]
        )
        XCTAssertEqual(
            marks(Infallible.zip(source(1), source(2), source(3), source(4)) { [$0, $1, $2, $3] }),
            ["[1, 2, 3, 4]", "[10, 20, 30, 40]", "|"]
        )
        XCTAssertEqual(
            marks(Infallible.zip(source(1), source(2), source(3), source(4), source(5)) { [$0, $1, $2, $3, $4] }),
            ["[1, 2, 3, 4, 5]", "[10, 20, 30, 40, 50]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.zip(source(1), source(2), source(3), source(4), source(5), source(6)) {
                    [$0, $1, $2, $3, $4, $5]
                }
            ),
            ["[1, 2, 3, 4, 5, 6]", "[10, 20, 30, 40, 50, 60]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.zip(source(1), source(2), source(3), source(4), source(5), source(6), source(7)) {
                    [$0, $1, $2, $3, $4, $5, $6]
                }
            ),
            ["[1, 2, 3, 4, 5, 6, 7]", "[10, 20, 30, 40, 50, 60, 70]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.zip(source(1), source(2), source(3), source(4), source(5), source(6), source(7), source(8)) {
                    [$0, $1, $2, $3, $4, $5, $6, $7]
                }
            ),
            ["[1, 2, 3, 4, 5, 6, 7, 8]", "[10, 20, 30, 40, 50, 60, 70, 80]", "|"]
        )
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
