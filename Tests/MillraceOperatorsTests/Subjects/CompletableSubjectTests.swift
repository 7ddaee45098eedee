import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class CompletableSubjectTests: MarbleTestCase {
    func testEachEventReachesEarlierAndLaterSubscribers() {
        for (event, mark): (CompletableEvent, String) in [(.completed, "|"), (.error(TestError()), "x(error)")] {
            let subject = CompletableSubject()
            let recorders = [Recorder<Never>(), Recorder<Never>()]
            _ = subject.asObservable().subscribe(recorders[0])
            XCTAssertEqual(recorders[0].marks, [])
            subject.on(event)
            subject.on(.completed)
            _ = subject.asObservable().subscribe(recorders[1])
            for recorder in recorders { XCTAssertEqual(recorder.marks, [mark]) }
        }
    }

    func testItsTime() {
        let scheduler = TestScheduler(initialClock: 0)
        let ready = CompletableSubject()
        scheduler.scheduleAt(3) { ready.onCompleted() }
        scheduler.expect(ready.andThen(Observable.just("a")), during: "^", emits: "---(a|)")
    }

    func testDisposal() {
        let subject = CompletableSubject()
        let recorder = Recorder<Never>()
        let subscription = subject.asObservable().subscribe(recorder)
        XCTAssertTrue(subject.hasObservers)
        subscription.dispose()
        XCTAssertFalse(subject.hasObservers)
        subject.onCompleted()
        XCTAssertEqual(recorder.marks, [])
    }

    func testItHasTheOperatorsOfACompletable() {
        let subject = CompletableSubject()
        let received = Box<[String]>([])
        _ = subject.concat(Completable.empty()).subscribe(onCompleted: { received.value.append("completed") })
        _ = Completable.empty().subscribe(subject.on)
        XCTAssertEqual(received.value, ["completed"])
    }
}
