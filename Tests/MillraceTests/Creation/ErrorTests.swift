import Millrace
import TestSupport
import XCTest

final class ErrorTests: XCTestCase {
    func testItFails() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.error(TestError("seen")).map { $0 + 1 }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["x(seen)"])
    }
}
