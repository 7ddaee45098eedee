import Millrace
import MillraceTest
import TestSupport
import XCTest

final class CompletableUtilityTests: XCTestCase {
    /// Writes all that a `do` hears of and the observer hears.
    private func lines(_ completable: Completable) -> [String] {
        let log = Log()
        let observed = completable.do(
            onError: { log.write("onError \($0)") },
            afterError: { log.write("afterError \($0)") },
            onCompleted: { log.write("onCompleted") },
            afterCompleted: { log.write("afterCompleted") },
            onSubscribe: { log.write("onSubscribe") },
            onSubscribed: { log.write("onSubscribed") },
            onDispose: { log.write("onDispose") }
        )
        return log.lines(of: observed)
    }

    func testDoSurroundsTheEnd() {
        XCTAssertEqual(
            lines(.empty()),
            ["onSubscribe", "onCompleted", "completed", "afterCompleted", "onSubscribed", "onDispose", "dispose()"]
        )
    }

    func testDoSurroundsAnError() {
        let lines = lines(.error(TestError()))
        XCTAssertEqual(lines.count, 7)
        XCTAssertEqual(
            lines.filter { !$0.hasPrefix("error") },
            ["onSubscribe", "onError error", "afterError error", "onSubscribed", "onDispose", "dispose()"]
        )
        XCTAssertTrue(lines[2].hasPrefix("error"))
    }

    func testDoHearsOfDisposal() {
        XCTAssertEqual(lines(.never()), ["onSubscribe", "onSubscribed", "dispose()", "onDispose"])
    }

    func testWhatDoThrowsTakesTheEventsPlace() {
        XCTAssertEqual(marks(Completable.empty().do(onCompleted: { throw TestError() })), ["x(error)"])
        XCTAssertEqual(
            marks(Completable.error(TestError("a")).do(onError: { throw TestError("\($0)b") })),
            ["x(ab)"]
        )
    }
}
