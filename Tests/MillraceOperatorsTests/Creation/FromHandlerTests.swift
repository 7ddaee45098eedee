import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class FromHandlerTests: XCTestCase {
    func testACallbackIsAddedAndRemovedForEachSubscription() {
        var handlers: [Int: (String) -> Void] = [:]
        var added = 0
        let source = Observable<String>.fromHandler(
            add: { handler in
                added += 1
                handlers[added] = handler
                return added
            },
            remove: { handlers[$0] = nil }
        )
        XCTAssertEqual(added, 0)
        let (first, second) = (Recorder<String>(), Recorder<String>())
        let subscription = source.subscribe(first)
        _ = source.take(2).subscribe(second)
        for handler in handlers.values { handler("a") }
        subscription.dispose()
        XCTAssertEqual(Array(handlers.keys), [2])
        for handler in handlers.values { handler("b") }
        XCTAssertEqual(handlers.count, 0)
        XCTAssertEqual(first.marks, ["a"])
        XCTAssertEqual(second.marks, ["a", "b", "|"])
    }

    func testWhatAddThrowsIsTheError() {
        let recorder = Recorder<String>()
        _ = Observable<String>.fromHandler(add: { _ in throw TestError() }, remove: { XCTFail("not added") })
            .subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(error)"])
    }
}
