import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class OnceTests: XCTestCase {
    func testOnlyTheFirstSubscriberGetsIt() {
        let source = Observable.once("a")
        let (first, second) = (Recorder<String>(), Recorder<String>())
        _ = source.subscribe(first)
        _ = source.subscribe(second)
        XCTAssertEqual(first.marks, ["a", "|"])
        XCTAssertEqual(second.marks, ["|"])
    }

    func testNilIsAnElement() {
        let source = Observable<Int?>.once(nil)
        let recorder = Recorder<Int?>()
        _ = source.subscribe(recorder)
        _ = source.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["nil", "|", "|"])
    }

    func testTheElementIsReleasedWithItsDelivery() {
        final class Object: Sendable {}
        weak var alive: Object?
        let source: Observable<Object>
        do {
            let object = Object()
            alive = object
            source = .once(object)
        }
        XCTAssertNotNil(alive)
        _ = source.subscribe()
        XCTAssertNil(alive)
    }
}
