import CMillrace
import XCTest

/// How a subject's list comes into being and ends.
final class SubjectStateTests: XCTestCase {
    private let sinks = Sinks()
    private var subject = mr_subject()

    func testTheListIsMadeWhenTheFirstSinkComes() {
        XCTAssertNil(mr_subject_list(&subject))
        let sink = sinks.make()
        XCTAssertEqual(join(&subject, sink), MR_JOINED)
        let list = mr_subject_list(&subject)!
        XCTAssertEqual(join(&subject, sinks.make()), MR_JOINED)
        XCTAssertEqual(mr_subject_list(&subject), list)
        XCTAssertEqual(end(list).count, 2)
    }

    func testASubjectThatEndsBeforeAnybodyCameTakesTheStaticList() {
        XCTAssertEqual(mr_subject_terminal(&subject), 0)
        XCTAssertTrue(mr_subject_end(&subject, MR_SUBJECT_COMPLETED))
        XCTAssertEqual(mr_subject_list(&subject), mr_list_closed())
        XCTAssertEqual(mr_subject_terminal(&subject), MR_SUBJECT_COMPLETED)
        XCTAssertEqual(join(&subject, sinks.make()), MR_JOIN_CLOSED)
    }

    func testTheFirstEndCounts() {
        XCTAssertTrue(mr_subject_end(&subject, MR_SUBJECT_SILENT))
        XCTAssertFalse(mr_subject_end(&subject, MR_SUBJECT_COMPLETED))
        XCTAssertEqual(mr_subject_terminal(&subject), MR_SUBJECT_SILENT)
    }

    func testDisposingCountsOnce() {
        XCTAssertFalse(mr_subject_is_disposed(&subject))
        XCTAssertTrue(mr_subject_dispose(&subject))
        XCTAssertFalse(mr_subject_dispose(&subject))
        XCTAssertTrue(mr_subject_is_disposed(&subject))
    }

    func testFirstSinksThatComeAtOnceShareOneList() {
        for _ in 0..<300 {
            let subject = UnsafeMutablePointer<mr_subject>.allocate(capacity: 1)
            subject.initialize(to: mr_subject())
            let sinks = Sinks()
            let joining = sinks.make(4)
            race(4) { XCTAssertEqual(join(subject, joining[$0]), MR_JOINED) }
            XCTAssertEqual(Set(end(mr_subject_list(subject)!)), Set(joining))
            subject.deallocate()
        }
    }
}
