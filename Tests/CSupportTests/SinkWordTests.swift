import CMillrace
import XCTest

final class SinkWordTests: XCTestCase {
    func testTheFirstTerminalEventWins() {
        var sink = mr_sink()
        XCTAssertTrue(mr_sink_is_open(&sink))
        XCTAssertTrue(mr_sink_stop(&sink))
        XCTAssertFalse(mr_sink_stop(&sink))
        XCTAssertFalse(mr_sink_is_open(&sink))
        XCTAssertEqual(mr_sink_dispose(&sink), 0)
        XCTAssertEqual(mr_sink_dispose(&sink), MR_DISPOSED)
    }

    func testTheSanitizersBuildIsAnnotated() {
        let expected = ProcessInfo.processInfo.environment["MILLRACE_SANITIZER"] == "thread"
        XCTAssertEqual(mr_tsan_annotated(), expected)
    }
}
