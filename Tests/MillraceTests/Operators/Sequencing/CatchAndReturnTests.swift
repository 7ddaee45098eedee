import Millrace
import TestSupport
import XCTest

final class CatchAndReturnTests: XCTestCase {
    func testTheElementTakesTheErrorsPlace() {
        var log: [String] = []
        let source = TestSource<Int>()
        source.onDispose = { log.append("disposed") }
        _ = source.observable.catchAndReturn(9).subscribe { log.append("\($0)") }
        source.send(1)
        source.send(.error(TestError()))
        XCTAssertEqual(log, ["next(1)", "next(9)", "completed", "disposed"])
    }

    func testACompletionIsPassedOn() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.catchAndReturn(9).subscribe(recorder)
        source.send(1)
        source.send(.completed)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testAnObserverThatDisposesAtTheElementHearsNoEnd() {
        let source = TestSource<Int>()
        var log: [String] = []
        var subscription: Disposable?
        subscription = source.observable.catchAndReturn(9).subscribe { event in
            log.append("\(event)")
            subscription?.dispose()
        }
        source.send(.error(TestError()))
        XCTAssertEqual(log, ["next(9)"])
        XCTAssertEqual(source.disposals, 1)
    }
}
