import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class ApplyTests: MarbleTestCase {
    private func second(_ source: Observable<String>) -> Observable<String> { source.skip(1).take(1) }

    func testAFunctionInAChain() {
        check(source: "-a-b-c-|", result: "---(b|)", active: "^--!") { source, _ in source.apply(second) }
    }

    func testTheTraits() {
        let (single, maybe) = (Recorder<Int>(), Recorder<Int>())
        _ = Single.just(1).apply { $0.map { $0 + 1 } }.asObservable().subscribe(single)
        _ = Maybe.just(1).apply { $0.map { $0 + 2 } }.asObservable().subscribe(maybe)
        XCTAssertEqual(single.marks, ["2", "|"])
        XCTAssertEqual(maybe.marks, ["3", "|"])
    }
}
