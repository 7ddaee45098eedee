import Millrace
import TestSupport
import XCTest

final class RangeTests: XCTestCase {
    func testACountOfZeroCompletes() {
        let recorder = Recorder<Int>()
        _ = Observable.range(start: 5, count: 0).subscribe(recorder)
        _ = Observable.range(start: Int.max, count: 0).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|", "|"])
    }

    func testItReachesTheBoundsOfSmallIntegers() {
        let recorder = Recorder<Int8>()
        _ = Observable<Int8>.range(start: 125, count: 3).subscribe(recorder)
        _ = Observable<Int8>.range(start: -128, count: 127).subscribe(recorder)
        XCTAssertEqual(recorder.marks.prefix(5), ["125", "126", "127", "|", "-128"])
        XCTAssertEqual(recorder.marks.suffix(2), ["-2", "|"])
        let unsigned = Recorder<UInt8>()
        _ = Observable<UInt8>.range(start: 1, count: 255).subscribe(unsigned)
        XCTAssertEqual(unsigned.elements, Array(1...255))
    }
}
