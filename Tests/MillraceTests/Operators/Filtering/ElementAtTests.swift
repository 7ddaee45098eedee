import Millrace
import TestSupport
import XCTest

final class ElementAtTests: XCTestCase {
    func testItEmitsTheElementCompletesAndDisposesTheSource() {
        for index in 0...2 {
            var log: [String] = []
            let source = TestSource<Int>()
            source.onDispose = { log.append("disposed") }
            _ = source.observable.element(at: index).subscribe { log.append("\($0)") }
            source.send(10, 11, 12, 13)
            XCTAssertEqual(log, ["next(\(10 + index))", "completed", "disposed"])
        }
    }

    func testASourceThatCompletesTooEarlyIsAnError() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        _ = source.observable.element(at: 2).subscribe(recorder)
        source.send(1, 2)
        source.send(.completed)
        XCTAssertEqual(recorder.events.count, 1)
        guard case .argumentOutOfRange? = recorder.events.first?.error as? RxError else {
            return XCTFail("\(recorder.marks)")
        }
        XCTAssertEqual(source.disposals, 1)
    }

    func testAnObserverOfTheElementMayMakeTheSourceGoOn() {
        for terminates in [false, true] {
            let subject = PublishSubject<Int>()
            var log: [String] = []
            _ = subject.element(at: 0).subscribe { event in
                log.append("\(event)")
                if terminates { subject.onCompleted() } else { subject.onNext(2) }
            }
            subject.onNext(1)
            XCTAssertEqual(log, ["next(1)", "completed"])
            XCTAssertFalse(subject.hasObservers)
        }
    }
}
