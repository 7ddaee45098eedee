import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class SingleSubjectTests: MarbleTestCase {
    func testTheElementReachesEarlierAndLaterSubscribers() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = SingleSubject<String>()
        scheduler.scheduleAt(3) { subject.onSuccess("a") }
        scheduler.expect(subject.asObservable(), during: "^", emits: "---(a|)")
        let later = SingleSubject<String>()
        later.onSuccess("a")
        later.onSuccess("b")
        check(source: "---x", result: "---a") { source, _ in source.flatMap { _ in later.asSingle() } }
    }

    func testAnError() {
        let subject = SingleSubject<Int>()
        let recorders = [Recorder<Int>(), Recorder<Int>()]
        _ = subject.asObservable().subscribe(recorders[0])
        XCTAssertTrue(subject.hasObservers)
        subject.on(.failure(TestError()))
        subject.on(.success(1))
        _ = subject.asObservable().subscribe(recorders[1])
        for recorder in recorders { XCTAssertEqual(recorder.marks, ["x(error)"]) }
        XCTAssertFalse(subject.hasObservers)
    }

    func testDisposal() {
        let subject = SingleSubject<Int>()
        let recorder = Recorder<Int>()
        subject.asObservable().subscribe(recorder).dispose()
        XCTAssertFalse(subject.hasObservers)
        subject.onSuccess(1)
        XCTAssertEqual(recorder.marks, [])
    }

    func testItHasTheOperatorsOfASingle() {
        let subject = SingleSubject<Int>()
        let received = Box<[Int]>([])
        _ = subject.map { $0 + 1 }.flatMap { Single.just($0 * 10) }.subscribe(onSuccess: { received.value.append($0) })
        _ = Single.just(4).subscribe(subject.on)
        XCTAssertEqual(received.value, [50])
    }
}
