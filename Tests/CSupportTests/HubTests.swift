import CMillrace
import XCTest

/// How a subject's list comes into being and ends.
final class HubTests: XCTestCase {
    private let sinks = Sinks()
    private var hub = mr_hub()

    func testTheListIsMadeWhenTheFirstSinkComes() {
        XCTAssertNil(mr_hub_list(&hub))
        let sink = sinks.make()
        XCTAssertEqual(join(&hub, sink), MR_JOINED)
        let list = mr_hub_list(&hub)!
        XCTAssertEqual(join(&hub, sinks.make()), MR_JOINED)
        XCTAssertEqual(mr_hub_list(&hub), list)
        XCTAssertEqual(end(list).count, 2)
    }

    func testAHubThatEndsBeforeAnybodyCameTakesTheStaticList() {
        XCTAssertEqual(mr_hub_terminal(&hub), 0)
        XCTAssertTrue(mr_hub_end(&hub, MR_HUB_COMPLETED))
        XCTAssertEqual(mr_hub_list(&hub), mr_list_closed())
        XCTAssertEqual(mr_hub_terminal(&hub), MR_HUB_COMPLETED)
        XCTAssertEqual(join(&hub, sinks.make()), MR_JOIN_CLOSED)
    }

    func testTheFirstEndCounts() {
        XCTAssertTrue(mr_hub_end(&hub, MR_HUB_SILENT))
        XCTAssertFalse(mr_hub_end(&hub, MR_HUB_COMPLETED))
        XCTAssertEqual(mr_hub_terminal(&hub), MR_HUB_SILENT)
    }

    func testDisposingCountsOnce() {
        XCTAssertFalse(mr_hub_is_disposed(&hub))
        XCTAssertTrue(mr_hub_dispose(&hub))
        XCTAssertFalse(mr_hub_dispose(&hub))
        XCTAssertTrue(mr_hub_is_disposed(&hub))
    }

    func testFirstSinksThatComeAtOnceShareOneList() {
        for _ in 0..<300 {
            let hub = UnsafeMutablePointer<mr_hub>.allocate(capacity: 1)
            hub.initialize(to: mr_hub())
            let sinks = Sinks()
            let joining = sinks.make(4)
            race(4) { XCTAssertEqual(join(hub, joining[$0]), MR_JOINED) }
            XCTAssertEqual(Set(end(mr_hub_list(hub)!)), Set(joining))
            hub.deallocate()
        }
    }
}
