import CMillrace
import XCTest

final class LifecycleTests: XCTestCase {
    private var sink = mr_lifecycle()
    private let first = UnsafeMutableRawPointer(bitPattern: 0x1000)!
    private let second = UnsafeMutableRawPointer(bitPattern: 0x2000)!

    func testTheFirstTerminalEventWins() {
        XCTAssertTrue(mr_lifecycle_is_open(&sink))
        XCTAssertTrue(mr_lifecycle_stop(&sink))
        XCTAssertFalse(mr_lifecycle_stop(&sink))
        XCTAssertFalse(mr_lifecycle_is_open(&sink))
        XCTAssertEqual(mr_lifecycle_dispose(&sink), 0)
        XCTAssertEqual(mr_lifecycle_dispose(&sink), MR_DISPOSED)
    }

    func testADisposedSinkTakesNoTerminalEvent() {
        XCTAssertEqual(mr_lifecycle_dispose(&sink), 0)
        XCTAssertTrue(mr_lifecycle_is_disposed(&sink))
        XCTAssertFalse(mr_lifecycle_stop(&sink))
    }

    func testTheDisposerGetsTheUpstream() {
        XCTAssertEqual(mr_lifecycle_attach(&sink, first), MR_ATTACHED)
        XCTAssertEqual(mr_lifecycle_attach(&sink, second), MR_OCCUPIED)
        XCTAssertEqual(mr_lifecycle_upstream(&sink), first)
        XCTAssertEqual(mr_lifecycle_dispose(&sink), UInt(bitPattern: first))
        XCTAssertNil(mr_lifecycle_upstream(&sink))
        XCTAssertEqual(mr_lifecycle_attach(&sink, second), MR_REFUSED)
    }

    func testASinkThatNobodyElseKnowsIsAttachedAsAnyOther() {
        XCTAssertEqual(mr_lifecycle_attach_private(&sink, first), MR_ATTACHED)
        XCTAssertEqual(mr_lifecycle_attach_private(&sink, second), MR_OCCUPIED)
        XCTAssertEqual(mr_lifecycle_dispose(&sink), UInt(bitPattern: first))
        XCTAssertEqual(mr_lifecycle_attach_private(&sink, second), MR_REFUSED)
        sink = mr_lifecycle()
        XCTAssertTrue(mr_lifecycle_stop(&sink))
        XCTAssertEqual(mr_lifecycle_attach_private(&sink, first), MR_ATTACHED)
        XCTAssertFalse(mr_lifecycle_is_open(&sink))
        XCTAssertEqual(mr_lifecycle_upstream(&sink), first)
    }

    func testReplacingGivesTheFormerUpstreamAndKeepsStopped() {
        XCTAssertEqual(mr_lifecycle_replace(&sink, first), 0)
        XCTAssertTrue(mr_lifecycle_stop(&sink))
        XCTAssertEqual(mr_lifecycle_replace(&sink, second), UInt(bitPattern: first))
        XCTAssertFalse(mr_lifecycle_is_open(&sink))
        XCTAssertEqual(mr_lifecycle_dispose(&sink), UInt(bitPattern: second))
        XCTAssertEqual(mr_lifecycle_replace(&sink, first), MR_DISPOSED)
    }

    func testDetachingTakesOnlyWhatIsThere() {
        XCTAssertEqual(mr_lifecycle_attach(&sink, first), MR_ATTACHED)
        XCTAssertFalse(mr_lifecycle_detach(&sink, second))
        XCTAssertTrue(mr_lifecycle_detach(&sink, first))
        XCTAssertFalse(mr_lifecycle_detach(&sink, first))
        XCTAssertEqual(mr_lifecycle_dispose(&sink), 0)
    }

    func testClaimingCountsOnceAndLeavesTheRestOfTheTag() {
        sink.tag = MR_DIRECT | MR_PLAIN
        XCTAssertFalse(mr_lifecycle_is_claimed(&sink))
        XCTAssertTrue(mr_lifecycle_claim(&sink))
        XCTAssertFalse(mr_lifecycle_claim(&sink))
        XCTAssertTrue(mr_lifecycle_is_claimed(&sink))
        XCTAssertEqual(sink.tag, MR_DIRECT | MR_CLAIMED | MR_PLAIN)
    }

    func testTheSanitizersBuildIsAnnotated() {
        let expected = ProcessInfo.processInfo.environment["MILLRACE_SANITIZER"] == "thread"
        XCTAssertEqual(mr_tsan_annotated(), expected)
    }
}
