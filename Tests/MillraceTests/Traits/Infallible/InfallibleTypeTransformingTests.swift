import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTypeTransformingTests: XCTestCase {
    private let numbers = Infallible.of(1, 2, 3)

    func testMap() {
        let mapped: Infallible<String> = numbers.map { "<\($0)>" }
        XCTAssertEqual(marks(mapped), ["<1>", "<2>", "<3>", "|"])
        XCTAssertEqual(marks(numbers.compactMap { $0 == 2 ? nil : $0 * 10 }), ["10", "30", "|"])
    }

    func testScan() {
        XCTAssertEqual(marks(numbers.scan(10) { $0 + $1 }), ["11", "13", "16", "|"])
        XCTAssertEqual(marks(numbers.scan(into: [0]) { $0.append($1) }), ["[0, 1]", "[0, 1, 2]", "[0, 1, 2, 3]", "|"])
    }

    func testConcatMap() {
        XCTAssertEqual(marks(numbers.concatMap { Infallible.of($0, $0 * 10) }), ["1", "10", "2", "20", "3", "30", "|"])
    }

    /// Sends to a source, and to the sources that an operator has made of its elements.
    private func inner(
        _ apply: (Infallible<Int>, @escaping @Sendable (Int) -> Infallible<String>) -> Infallible<String>
    ) -> [String] {
        let outer = PublishRelay<Int>()
        let relays = [PublishRelay<String>(), PublishRelay<String>()]
        let recorder = Recorder<String>()
        let subscription = apply(outer.asInfallible()) { relays[$0].asInfallible() }.asObservable().subscribe(recorder)
        outer.accept(0)
        relays[0].accept("a")
        outer.accept(1)
        relays[0].accept("b")
        relays[1].accept("c")
        subscription.dispose()
        relays[1].accept("d")
        return recorder.marks
    }

    func testFlatMapFollowsAllSources() {
        XCTAssertEqual(inner { $0.flatMap($1) }, ["a", "b", "c"])
    }

    func testFlatMapLatestFollowsTheLatestSource() {
        XCTAssertEqual(inner { $0.flatMapLatest($1) }, ["a", "c"])
    }

    func testFlatMapFirstFollowsTheFirstSource() {
        XCTAssertEqual(inner { $0.flatMapFirst($1) }, ["a", "b"])
    }

    func testOtherSourcesMayBeMadeOfElements() {
        XCTAssertEqual(marks(numbers.flatMap { Single.just($0) }), ["1", "2", "3", "|"])
        XCTAssertEqual(marks(numbers.concatMap { Observable.just($0) }), ["1", "2", "3", "|"])
    }
}
