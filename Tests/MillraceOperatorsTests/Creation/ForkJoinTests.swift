import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class ForkJoinTests: MarbleTestCase {
    private func join(_ sources: Observable<String>...) -> Observable<String> {
        Observable.forkJoin(sources).map { $0.joined() }
    }

    func testTheLastOfEach() {
        check(
            source: "--a--b------|",
            second: "----x--|",
            result: "------------(1|)",
            active: "^-----------!",
            joined: "^------!",
            naming: ["1": "bx"]
        ) { source, second, _ in join(source, second) }
    }

    func testASourceWithoutAnElementEndsIt() {
        check(
            source: "--a--b------|",
            second: "-------|",
            result: "-------|",
            active: "^------!",
            joined: "^------!"
        ) { source, second, _ in join(source, second) }
    }

    func testAnErrorEndsIt() {
        check(
            source: "--a--b------|",
            second: "----x--#",
            result: "-------#",
            active: "^------!"
        ) { source, second, _ in join(source, second) }
    }

    func testDisposal() {
        check(
            source: "--a--b------|",
            second: "----x--|",
            during: "^--------!",
            result: "-",
            active: "^--------!",
            joined: "^------!"
        ) { source, second, _ in join(source, second) }
    }

    func testNilAndNoSources() {
        let (optionals, none) = (Recorder<[Int?]>(), Recorder<[Int]>())
        _ = Observable.forkJoin([Observable<Int?>.of(1, nil), .just(2)]).subscribe(optionals)
        _ = Observable.forkJoin([Observable<Int>]()).subscribe(none)
        XCTAssertEqual(optionals.marks, ["[nil, Optional(2)]", "|"])
        XCTAssertEqual(none.marks, ["|"])
    }
}
