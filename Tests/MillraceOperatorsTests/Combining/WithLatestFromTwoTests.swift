import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class WithLatestFromTwoTests: MarbleTestCase {
    func testElementsBeforeBothHaveSentAreDropped() {
        check(
            source: "-1---2---3---4-|",
            second: "---x---y-----",
            result: "-----a---b---c-|",
            active: "^--------------!",
            naming: ["a": "2xX", "b": "3yY", "c": "4yY"]
        ) { source, second, _ in
            source.withLatestFrom(second, second.map { $0.uppercased() }) { $0 + $1 + $2 }
        }
    }

    func testTheOneWithoutAnElementIsWaitedFor() {
        let (source, first, second) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>())
        let recorder = Recorder<[Int]>()
        _ = source.withLatestFrom(first, second) { [$0, $1, $2] }.subscribe(recorder)
        source.onNext(1)
        first.onNext(10)
        source.onNext(2)
        second.onNext(100)
        first.onCompleted()
        source.onNext(3)
        second.onNext(200)
        second.onCompleted()
        source.onNext(4)
        source.onCompleted()
        XCTAssertEqual(recorder.marks, ["[3, 10, 100]", "[4, 10, 200]", "|"])
    }

    func testErrorsOfEachAndOfTheSelector() {
        for failing in 0..<4 {
            let sources = (0..<3).map { _ in PublishSubject<Int>() }
            let recorder = Recorder<Int>()
            _ = sources[0].withLatestFrom(sources[1], sources[2]) { _, _, _ in throw TestError() }.subscribe(recorder)
            if failing < 3 {
                sources[failing].onError(TestError())
            } else {
                for source in sources.reversed() { source.onNext(1) }
            }
            XCTAssertEqual(recorder.marks, ["x(error)"])
            XCTAssertEqual(sources.map(\.hasObservers), [false, false, false])
        }
    }
}
