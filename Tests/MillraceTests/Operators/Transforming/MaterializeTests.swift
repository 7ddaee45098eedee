import Millrace
import TestSupport
import XCTest

final class MaterializeTests: XCTestCase {
    func testEveryEventBecomesAnElement() {
        let recorder = Recorder<Event<Int>>()
        let source = TestSource<Int>()
        _ = source.observable.materialize().subscribe(recorder)
        source.send(1)
        source.send(.error(TestError()))
        XCTAssertEqual(recorder.marks, ["next(1)", "error(error)", "|"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnObserverThatDisposesAtTheTerminalElementHearsNoEnd() {
        for terminal in [Event<Int>.completed, .error(TestError())] {
            let source = TestSource<Int>()
            var marks: [String] = []
            var subscription: Disposable?
            subscription = source.observable.materialize().subscribe { event in
                marks.append("\(event)")
                subscription?.dispose()
            }
            source.send(terminal)
            XCTAssertEqual(marks, ["next(\(terminal))"])
            XCTAssertEqual(source.disposals, 1)
        }
    }

    func testDematerializeIsTheReverse() {
        for terminal in [Event<Int>.completed, .error(TestError())] {
            let recorder = Recorder<Int>()
            let source = TestSource<Int>()
            _ = source.observable.materialize().dematerialize().subscribe(recorder)
            source.send(1, 2)
            source.send(terminal)
            XCTAssertEqual(recorder.marks, ["1", "2", terminal.isCompleted ? "|" : "x(error)"])
            XCTAssertEqual(source.disposals, 1)
        }
    }
}
