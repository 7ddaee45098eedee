import Millrace
import TestSupport
import XCTest

final class IgnoreElementsTests: XCTestCase {
    func testOnlyTheEndIsPassedOn() {
        for terminal in [Event<Int>.completed, .error(TestError())] {
            let recorder = Recorder<Never>()
            let source = TestSource<Int>()
            let nothing: Observable<Never> = source.observable.ignoreElements()
            _ = nothing.subscribe(recorder)
            source.send(1, 2)
            XCTAssertEqual(recorder.events.count, 0)
            source.send(terminal)
            XCTAssertEqual(recorder.events.count, 1)
            XCTAssertEqual(recorder.events.first?.isCompleted, terminal.isCompleted)
            XCTAssertEqual(source.disposals, 1)
        }
    }
}
