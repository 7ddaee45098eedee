import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleCombineLatestTests: XCTestCase {
    private func source(_ number: Int) -> Infallible<Int> { .just(number) }

    private func check<Joined>(_ count: Int, line: UInt = #line, _ join: ([Infallible<Int>]) -> Infallible<Joined>) {
        checkJoined((1...count).map(source), line: line, by: join)
    }

    func testEveryNumberOfSources() {
        check(2) { Infallible.combineLatest($0[0], $0[1]) { [$0, $1] } }
        check(3) { Infallible.combineLatest($0[0], $0[1], $0[2]) { [$0, $1, $2] } }
        check(4) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3]) { [$0, $1, $2, $3] } }
        check(5) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4]) { [$0, $1, $2, $3, $4] } }
        check(6) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { [$0, $1, $2, $3, $4, $5] } }
        check(7) {
            Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { [$0, $1, $2, $3, $4, $5, $6] }
        }
        check(8) {
            Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) {
                [$0, $1, $2, $3, $4, $5, $6, $7]
            }
        }
    }

    func testEveryNumberOfSourcesInTuples() {
        check(2) { Infallible.combineLatest($0[0], $0[1]) }
        check(3) { Infallible.combineLatest($0[0], $0[1], $0[2]) }
        check(4) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3]) }
        check(5) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4]) }
        check(6) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
        check(7) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        check(8) { Infallible.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) }
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
