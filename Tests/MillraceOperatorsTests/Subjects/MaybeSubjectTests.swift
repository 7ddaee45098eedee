import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class MaybeSubjectTests: MarbleTestCase {
    func testEachEventReachesEarlierAndLaterSubscribers() {
        for (event, diagram): (MaybeEvent<String>, String) in [
            (.success("a"), "---(a|)"), (.completed, "---|"), (.error(TestError()), "---#"),
        ] {
            let scheduler = TestScheduler(initialClock: 0)
            let subject = MaybeSubject<String>()
            scheduler.scheduleAt(3) { subject.on(event) }
            scheduler.expect(subject.asObservable(), during: "^", emits: diagram, error: TestError())
            let recorder = Recorder<String>()
            subject.on(.success("b"))
            _ = subject.asMaybe().asObservable().subscribe(recorder)
            let expected = Recorder<String>()
            _ = Maybe<String>.create {
                $0(event); return Disposables.create()
            }.asObservable().subscribe(expected)
            XCTAssertEqual(recorder.marks, expected.marks)
        }
    }

    func testDisposal() {
        let subject = MaybeSubject<Int>()
        let recorder = Recorder<Int>()
        let subscription = subject.asObservable().subscribe(recorder)
        XCTAssertTrue(subject.hasObservers)
        subscription.dispose()
        XCTAssertFalse(subject.hasObservers)
        subject.onSuccess(1)
        XCTAssertEqual(recorder.marks, [])
    }

    func testItHasTheOperatorsOfAMaybe() {
        let subject = MaybeSubject<Int>()
        let received = Box<[Int]>([])
        _ = subject.ifEmpty(default: 7).subscribe(onSuccess: { received.value.append($0) })
        _ = Maybe<Int>.empty().subscribe(subject.on)
        XCTAssertEqual(received.value, [7])
    }
}
