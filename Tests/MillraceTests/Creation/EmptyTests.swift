import Millrace
import TestSupport
import XCTest

final class EmptyTests: XCTestCase {
    func testItCompletes() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.empty().map { $0 + 1 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
    }
}
