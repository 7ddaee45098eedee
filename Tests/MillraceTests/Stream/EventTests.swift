import Millrace
import TestSupport
import XCTest

final class EventTests: XCTestCase {
    private let events: [Event<Int>] = [.next(7), .error(TestError("bad")), .completed]

    func testPartsOfAnEvent() {
        XCTAssertEqual(events.map(\.element), [7, nil, nil])
        XCTAssertEqual(events.map { $0.error as? TestError }, [nil, TestError("bad"), nil])
        XCTAssertEqual(events.map(\.isStopEvent), [false, true, true])
        XCTAssertEqual(events.map(\.isCompleted), [false, false, true])
        XCTAssertEqual(events.map(\.debugDescription), ["next(7)", "error(bad)", "completed"])
        XCTAssertEqual(events.map { $0.event.debugDescription }, events.map(\.debugDescription))
    }

    func testMapTransformsElementsAndKeepsTerminalEvents() {
        XCTAssertEqual(
            events.map { $0.map { "<\($0)>" }.debugDescription },
            ["next(<7>)", "error(bad)", "completed"]
        )
    }

    func testMapTurnsAThrownErrorIntoAnErrorEvent() {
        let mapped = Event.next(1).map { _ -> Int in throw TestError("thrown") }
        XCTAssertEqual(mapped.error as? TestError, TestError("thrown"))
    }

    func testErrorsDescribeThemselves() {
        XCTAssertEqual(RxError.noElements.debugDescription, "Sequence doesn't contain any elements.")
        XCTAssertEqual(RxError.timeout.debugDescription, "Sequence timeout.")
        XCTAssertTrue(RxError.disposed(object: self).debugDescription.contains("disposed"))
    }
}
