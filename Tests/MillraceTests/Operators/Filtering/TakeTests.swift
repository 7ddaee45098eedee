import Millrace
import TestSupport
import XCTest

final class TakeTests: XCTestCase {
    func testItCompletesRightAfterTheLastElementAndThenDisposesTheSource() {
        var log: [String] = []
        let source = TestSource<Int>()
        source.onDispose = { log.append("disposed") }
        _ = source.observable.take(2).subscribe { log.append("\($0)") }
        source.send(1, 2, 3)
        XCTAssertEqual(log, ["next(1)", "next(2)", "completed", "disposed"])
    }

    func testNoneCompletesWithoutSubscribingToTheSource() {
        let recorder = Recorder<Int>()
        let source = TestSource<Int>()
        let subscription = source.observable.take(0).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["|"])
        XCTAssertEqual(source.subscriptions, 0)
        XCTAssertTrue((subscription as! Cancelable).isDisposed)
    }

    func testElementsThatAnObserverSetsOffCountToo() {
        let subject = PublishSubject<Int>()
        var log: [String] = []
        _ = subject.take(3).subscribe { event in
            log.append("\(event)")
            if let element = event.element { subject.onNext(element + 1) }
        }
        subject.onNext(1)
        XCTAssertEqual(log, ["next(1)", "next(2)", "next(3)", "completed"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testAnObserverOfTheLastElementMayEndTheSource() {
        let subject = PublishSubject<Int>()
        var log: [String] = []
        _ = subject.take(1).subscribe { event in
            log.append("\(event)")
            if !event.isStopEvent { subject.onError(TestError()) }
        }
        subject.onNext(1)
        XCTAssertEqual(log, ["next(1)", "error(error)"])
    }

    func testAnObserverThatDisposesAtTheLastElementHearsNoEnd() {
        let source = TestSource<Int>()
        var log: [String] = []
        var subscription: Disposable?
        subscription = source.observable.take(1).subscribe { event in
            log.append("\(event)")
            subscription?.dispose()
        }
        source.send(1, 2)
        XCTAssertEqual(log, ["next(1)"])
        XCTAssertEqual(source.disposals, 1)
    }

    func testItStopsASynchronousSource() {
        let recorder = Recorder<Int>()
        var emitted = 0
        _ = Observable.range(start: 0, count: 1_000_000).do(onNext: { _ in emitted += 1 }).take(3).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["0", "1", "2", "|"])
        XCTAssertEqual(emitted, 3)
    }
}
