import Millrace
import TestSupport
import XCTest

final class IfEmptyTests: XCTestCase {
    func testAnEmptySourceGivesTheDefault() {
        var log: [String] = []
        let source = TestSource<Int>()
        source.onDispose = { log.append("disposed") }
        _ = source.observable.ifEmpty(default: 9).subscribe { log.append("\($0)") }
        source.send(.completed)
        XCTAssertEqual(log, ["next(9)", "completed", "disposed"])
    }

    func testASourceWithElementsDoesNot() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 1, count: 2).ifEmpty(default: 9).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|"])
    }

    func testAnErrorIsNoEnd() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.ifEmpty(default: 9).subscribe(recorder)
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }

    func testAnObserverThatDisposesAtTheDefaultHearsNoEnd() {
        let source = TestSource<Int>()
        var log: [String] = []
        var subscription: Disposable?
        subscription = source.observable.ifEmpty(default: 9).subscribe { event in
            log.append("\(event)")
            subscription?.dispose()
        }
        source.send(.completed)
        XCTAssertEqual(log, ["next(9)"])
        XCTAssertEqual(source.disposals, 1)
    }
}
