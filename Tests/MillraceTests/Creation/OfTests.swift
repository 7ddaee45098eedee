import Millrace
import TestSupport
import XCTest

final class OfTests: XCTestCase {
    func testWithoutArgumentsItCompletes() {
        let recorder = Recorder<Int>()
        _ = Observable<Int>.of().subscribe(recorder)
        _ = Observable<Int>.of(scheduler: CurrentThreadScheduler.instance).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|", "|"])
    }

    func testOptionalElementsPassAsTheyAre() {
        let recorder = Recorder<Int?>()
        _ = Observable<Int?>.of(1, nil, 3).subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, nil, 3])
        XCTAssertTrue(recorder.events.last?.isCompleted ?? false)
    }
}
