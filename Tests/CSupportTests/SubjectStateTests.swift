import CMillrace
import XCTest

/// How a subject's list comes into being and ends.
final class SubjectStateTests: XCTestCase {
    private let sinks = Sinks()
    private var hub = mr_subject()

    func testTheListIsMadeWhenTheFirstSinkComes() {
        XCTAssertNil(mr_subject_list(&hub))
        let sink = sinks.make()
        XCTAssertEqual(join(&hub, sink), MR_JOINED)
        let list = mr_subject_list(&hub)!
        XCTAssertEqual(join(&hub, sinks.make()), MR_JOINED)
        XCTAssertEqual(mr_subject_list(&hub), list)
        XCTAssertEqual(end(list).count, 2)
    }

    func testAHubThatEndsBeforeAnybodyCameTakesTheStaticList() {
        XCTAssertEqual(mr_subject_terminal(&hub), 0)
        XCTAssertTrue(mr_subject_end(&hub, MR_SUBJECT_COMPLETED))
        XCTAssertEqual(mr_subject_list(&hub), mr_list_closed())
        XCTAssertEqual(mr_subject_terminal(&hub), MR_SUBJECT_COMPLETED)
        XCTAssertEqual(join(&hub, sinks.make()), MR_JOIN_CLOSED)
    }

    func testTheFirstEndCounts() {
        XCTAssertTrue(mr_subject_end(&hub, MR_SUBJECT_SILENT))
        XCTAssertFalse(mr_subject_end(&hub, MR_SUBJECT_COMPLETED))
        XCTAssertEqual(mr_subject_terminal(&hub), MR_SUBJECT_SILENT)
    }

    func testDisposingCountsOnce() {
        XCTAssertFalse(mr_subject_is_disposed(&hub))
        XCTAssertTrue(mr_subject_dispose(&hub))
        XCTAssertFalse(mr_subject_dispose(&hub))
        XCTAssertTrue(mr_subject_is_disposed(&hub))
    }

    func testFirstSinksThatComeAtOnceShareOneList() {
        for _ in 0..<300 {
            let hub = UnsafeMutablePointer<mr_subject>.allocate(capacity: 1)
            hub.initialize(to: mr_subject())
            let sinks = Sinks()
            let joining = sinks.make(4)
            race(4) { XCTAssertEqual(join(hub, joining[$0]), MR_JOINED) }
            XCTAssertEqual(Set(end(mr_subject_list(hub)!)), Set(joining))
            hub.deallocate()
        }
    }
}
