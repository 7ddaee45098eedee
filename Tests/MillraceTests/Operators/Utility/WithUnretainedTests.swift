import Millrace
import TestSupport
import XCTest

final class WithUnretainedTests: XCTestCase {
    func testItCompletesAtTheFirstElementAfterTheObjectIsGone() {
        let source = TestSource<Int>()
        let recorder = Recorder<Int>()
        var object: Probe? = Probe()
        weak let held = object
        _ = source.observable.withUnretained(object!).subscribe(
            onNext: { recorder.onNext($0.1) },
            onCompleted: { recorder.onCompleted() }
        )
        source.send(1)
        object = nil
        XCTAssertNil(held)
        XCTAssertEqual(recorder.marks, ["1"])
        source.send(2)
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testTheSelectorGetsTheObject() {
        let object = Probe()
        let recorder = Recorder<Bool>()
        _ = Observable.just(1).withUnretained(object) { probe, _ in probe === object }.subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["true", "|"])
    }
}
