import Millrace
import TestSupport
import XCTest

final class DematerializeTests: XCTestCase {
    func testATerminalElementEndsItAndDisposesTheSource() {
        for terminal in [Event<Int>.completed, .error(TestError("inner"))] {
            let recorder = Recorder<Int>()
            let source = TestSource<Event<Int>>()
            _ = source.observable.dematerialize().subscribe(recorder)
            source.send(.next(1), terminal, .next(2))
            XCTAssertEqual(recorder.marks, ["1", terminal.isCompleted ? "|" : "x(inner)"])
            XCTAssertEqual(source.disposals, 1)
        }
    }

    func testTheEndOfTheSourceEndsIt() {
        for terminal in [Event<Event<Int>>.completed, .error(TestError("outer"))] {
            let recorder = Recorder<Int>()
            let source = TestSource<Event<Int>>()
            _ = source.observable.dematerialize().subscribe(recorder)
            source.send(.next(1))
            source.send(terminal)
            XCTAssertEqual(recorder.marks, ["1", terminal.isCompleted ? "|" : "x(outer)"])
            XCTAssertEqual(source.disposals, 1)
        }
    }

    func testATypeOfOnesOwnMayStandForEvents() {
        struct Message: EventConvertible {
            let text: String
            var event: Event<Int> { Int(text).map { .next($0) } ?? .error(TestError(text)) }
        }
        let recorder = Recorder<Int>()
        let source = TestSource<Message>()
        _ = source.observable.dematerialize().subscribe(recorder)
        source.send(Message(text: "1"), Message(text: "one"))
        XCTAssertEqual(recorder.marks, ["1", "x(one)"])
    }
}
