import Millrace
import MillraceTest
import TestSupport
import XCTest

final class MaterializeTests: MarbleTestCase {
    func testElementsComeWhenTheEventsCome() {
        let events: [Character: Event<String>] = [
            "a": .next("a"), "b": .next("b"), "x": .error(TestError()), "c": .completed,
        ]
        check(
            source: "-a-b--#",
            result: "-a-b--(x|)",
            active: "^-----!",
            naming: events
        ) { source, _, _ in source.materialize() }
        check(
            source: "-a---|",
            result: "-a---(c|)",
            active: "^----!",
            naming: events
        ) { source, _, _ in source.materialize() }
    }

    func testDematerializedEventsComeWhenTheElementsCome() {
        for end in ["#", "|"] {
            check(
                source: "-a-b--\(end)",
                result: "-a-b--\(end)",
                active: "^-----!"
            ) { source, _ in source.materialize().dematerialize() }
        }
    }

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
