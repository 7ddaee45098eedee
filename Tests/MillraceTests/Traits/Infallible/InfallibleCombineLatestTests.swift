import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleCombineLatestTests: XCTestCase {
    private func source(_ number: Int) -> Infallible<Int> { .just(number) }

    func testEveryNumberOfSources() {
        XCTAssertEqual(marks(Infallible.combineLatest(source(1), source(2)) { [$0, $1] }), ["[1, 2]", "|"])
        XCTAssertEqual(
            marks(Infallible.combineLatest(source(1), source(2), source(3)) { [$0, $1, $2] }),
            ["[1, 2, 3]", "|"]
        )
        XCTAssertEqual(
            marks(Infallible.combineLatest(source(1), source(2), source(3), source(4)) { [$0, $1, $2, $3] }),
            ["[1, 2, 3, 4]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.combineLatest(source(1), source(2), source(3), source(4), source(5)) {
                    [$0, $1, $2, $3, $4]
                }
            ),
            ["[1, 2, 3, 4, 5]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.combineLatest(source(1), source(2), source(3), source(4), source(5), source(6)) {
                    [$0, $1, $2, $3, $4, $5]
                }
            ),
            ["[1, 2, 3, 4, 5, 6]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.combineLatest(source(1), source(2), source(3), source(4), source(5), source(6), source(7)) {
                    [$0, $1, $2, $3, $4, $5, $6]
                }
            ),
            ["[1, 2, 3, 4, 5, 6, 7]", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.combineLatest(
                    source(1),
                    source(2),
                    source(3),
                    source(4),
                    source(5),
                    source(6),
                    source(7),
                    source(8)
                ) { [$0, $1, $2, $3, $4, $5, $6, $7] }
            ),
            ["[1, 2, 3, 4, 5, 6, 7, 8]", "|"]
        )
    }

    func testEveryNumberOfSourcesInTuples() {
        XCTAssertEqual(marks(Infallible.combineLatest(source(1), source(2))), ["(1, 2)", "|"])
        XCTAssertEqual(marks(Infallible.combineLatest(source(1), source(2), source(3))), ["(1, 2, 3)", "|"])
        XCTAssertEqual(
            marks(Infallible.combineLatest(source(1), source(2), source(3), source(4))),
            ["(1, 2, 3, 4)", "|"]
        )
        XCTAssertEqual(
            marks(Infallible.combineLatest(source(1), source(2), source(3), source(4), source(5))),
            ["(1, 2, 3, 4, 5)", "|"]
        )
        XCTAssertEqual(
            marks(Infallible.combineLatest(source(1), source(2), source(3), source(4), source(5), source(6))),
            ["(1, 2, 3, 4, 5, 6)", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.combineLatest(source(1), source(2), source(3), source(4), source(5), source(6), source(7))
            ),
            ["(1, 2, 3, 4, 5, 6, 7)", "|"]
        )
        XCTAssertEqual(
            marks(
                Infallible.combineLatest(
                    source(1),
                    source(2),
                    source(3),
                    source(4),
                    source(5),
                    source(6),
                    source(7),
                    source(8)
                )
            ),
            ["(1, 2, 3, 4, 5, 6, 7, 8)", "|"]
        )
    }

    func testTheLatestValuesAreCombined() {
        let relays = [BehaviorRelay(value: 1), BehaviorRelay(value: 10)]
        let recorder = Recorder<Int>()
        _ = Infallible.combineLatest(relays[0].asInfallible(), relays[1].asInfallible()) { $0 + $1 }
            .asObservable().subscribe(recorder)
        relays[0].accept(2)
        relays[1].accept(20)
        XCTAssertEqual(recorder.marks, ["11", "12", "22"])
    }

    func testCollections() {
        XCTAssertEqual(marks(Infallible.combineLatest([source(1), source(2)])), ["[1, 2]", "|"])
        XCTAssertEqual(marks(Infallible.combineLatest([source(1), source(2)]) { $0.reduce(0, +) }), ["3", "|"])
        XCTAssertEqual(marks(Infallible.combineLatest([Infallible<Int>]()) { $0.count }), ["0", "|"])
    }

    func testASelectorThatThrowsBreaksThePromise() {
        XCTAssertEqual(
            marks(Infallible.combineLatest(source(1), source(2)) { (a, b) -> Int in throw TestError("\(a)\(b)") }),
            ["x(12)"]
        )
    }
}
