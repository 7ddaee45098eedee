import Millrace
import TestSupport
import XCTest

final class FromOptionalTests: XCTestCase {
    func testAValueIsEmittedAndNilIsNot() {
        let recorder = Recorder<Int>()
        _ = Observable.from(optional: 1).subscribe(recorder)
        _ = Observable<Int>.from(optional: nil).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "|", "|"])
    }

    func testOnASchedulerTheEndIsAnActionOfItsOwn() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        _ = Observable.from(optional: 1, scheduler: scheduler).subscribe(recorder)
        XCTAssertEqual(recorder.marks, [])
        scheduler.runDue()
        XCTAssertEqual(recorder.marks, ["1", "|"])
        XCTAssertEqual(scheduler.scheduledCount, 2)
        _ = Observable<Int>.from(optional: nil, scheduler: scheduler).subscribe(recorder)
        scheduler.runDue()
        XCTAssertEqual(recorder.marks, ["1", "|", "|"])
        XCTAssertEqual(scheduler.scheduledCount, 3)
    }

    func testDisposalInsideTheElementTakesTheEndOffTheScheduler() {
        let scheduler = ManualScheduler()
        let box = SerialBox()
        let recorder = Recorder<Int>()
        box.disposable = Observable.from(optional: 1, scheduler: scheduler).subscribe { event in
            recorder.on(event)
            box.disposable?.dispose()
        }
        scheduler.runDue()
        XCTAssertEqual(recorder.marks, ["1"])
        XCTAssertEqual(scheduler.waitingCount, 0)
    }
}
