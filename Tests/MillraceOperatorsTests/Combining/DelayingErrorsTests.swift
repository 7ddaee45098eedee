import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class DelayingErrorsTests: MarbleTestCase {
    func testMergingGoesOnAfterAnError() {
        check(
            source: "--a--#",
            second: "----x----y--|",
            result: "--a-x----y--#",
            active: "^----!",
            joined: "^-----------!"
        ) { source, second, _ in Observable.mergeDelayingErrors([source, second]) }
        check(source: "--a--|", second: "----x--|", result: "--a-x--|") { source, second, _ in
            Observable.mergeDelayingErrors([source, second])
        }
    }

    func testConcatenatingGoesOnAfterAnError() {
        check(
            source: "--a--#",
            second: "     --x--|",
            result: "--a----x--#",
            active: "^----!",
            joined: "-----^----!"
        ) { source, second, _ in Observable.concatDelayingErrors([source, second]) }
        check(source: "--a--|", second: "     --x--|", result: "--a----x--|") { source, second, _ in
            Observable.concatDelayingErrors([source, second])
        }
    }

    func testDisposal() {
        check(
            source: "--a--#",
            second: "     --x--|",
            during: "^-----!",
            result: "--a",
            joined: "-----^!"
        ) { source, second, _ in Observable.concatDelayingErrors([source, second]) }
    }

    func testSeveralErrors() {
        let sources = [Observable<Int>.error(TestError("a")), .just(1), .error(TestError("b"))]
        for joined in [Observable.mergeDelayingErrors(sources), Observable.concatDelayingErrors(sources)] {
            let recorder = Recorder<Int>()
            _ = joined.subscribe(recorder)
            XCTAssertEqual(recorder.elements, [1])
            let composite = recorder.events.last?.error as? CompositeError
            XCTAssertEqual(composite?.errors as? [TestError], [TestError("a"), TestError("b")])
            XCTAssertEqual(composite?.description, "2 errors: a, b")
        }
    }

    func testNoSources() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.mergeDelayingErrors([]).subscribe(recorder)
        _ = Observable<Int>.concatDelayingErrors([]).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|", "|"])
    }

    func testSourcesAreTakenOneByOne() {
        var taken = 0
        let sources = sequence(first: 1) { $0 + 1 }.lazy.map { number -> Observable<Int> in
            taken = number
            return Observable.of(number).concat(Observable.error(TestError()))
        }
        let recorder = Recorder<Int>()
        _ = Observable.concatDelayingErrors(sources).take(3).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "3", "|"])
        XCTAssertEqual(taken, 3)
    }
}
