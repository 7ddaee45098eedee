import Millrace
import MillraceTest
import TestSupport
import XCTest

final class InfallibleTypeCombiningTests: XCTestCase {
    private let ones = Infallible.of(1, 2)
    private let tens = Infallible.of(10, 20)

    func testStartWith() {
        XCTAssertEqual(marks(ones.startWith(0)), ["0", "1", "2", "|"])
    }

    func testConcat() {
        let expected = ["1", "2", "10", "20", "|"]
        XCTAssertEqual(marks(ones.concat(tens)), expected)
        XCTAssertEqual(marks(ones.concat(Observable.of(10, 20))), expected)
        XCTAssertEqual(marks(Infallible.concat(ones, tens)), expected)
        XCTAssertEqual(marks(Infallible.concat([ones, tens])), expected)
        XCTAssertEqual(marks(Infallible.concat(AnySequence([ones, tens]))), expected)
        XCTAssertEqual(marks(Infallible<Int>.concat([])), ["|"])
    }

    func testMerge() {
        func check(_ merge: (Infallible<Int>, Infallible<Int>) -> Infallible<Int>, line: UInt = #line) {
            let relays = [PublishRelay<Int>(), PublishRelay<Int>()]
            let recorder = Recorder<Int>()
            let subscription = merge(relays[0].asInfallible(), relays[1].asInfallible()).asObservable()
                .subscribe(recorder)
            relays[1].accept(1)
            relays[0].accept(2)
            relays[1].accept(3)
            XCTAssertEqual(recorder.marks, ["1", "2", "3"], line: line)
            subscription.dispose()
            relays[0].accept(4)
            XCTAssertEqual(recorder.marks, ["1", "2", "3"], line: line)
        }
        check { Infallible.merge($0, $1) }
        check { Infallible.merge([$0, $1]) }
        check { Infallible.merge(ArraySlice([$0, $1])) }
        XCTAssertEqual(marks(Infallible<Int>.merge([])), ["|"])
    }

    func testWithLatestFrom() {
        let relays = [PublishRelay<Int>(), PublishRelay<Int>()]
        let latest = Recorder<Int>()
        let pairs = Recorder<String>()
        let (source, other) = (relays[0].asInfallible(), relays[1].asInfallible())
        _ = source.withLatestFrom(other).asObservable().subscribe(latest)
        _ = source.withLatestFrom(other) { "\($0)\($1)" }.asObservable().subscribe(pairs)
        relays[0].accept(1)
        relays[1].accept(2)
        relays[0].accept(3)
        relays[1].accept(4)
        relays[0].accept(5)
        XCTAssertEqual(latest.marks, ["2", "4"])
        XCTAssertEqual(pairs.marks, ["32", "54"])
    }
}
