import Millrace
import MillraceTest
import TestSupport
import XCTest

final class AsSingleFirstTests: MarbleTestCase {
    func testTheFirstElementEndsTheSubscription() {
        check(
            source: "--a-b-|",
            result: "--(a|)",
            active: "^-!"
        ) { source, _ in source.first().asObservable().map { $0 ?? "-" } }
    }

    func testAnEmptySourceGivesNil() {
        XCTAssertEqual(marks(Observable<Int>.empty().first()), ["nil", "|"])
        XCTAssertEqual(marks(Observable<Int?>.just(nil).first()), ["Optional(nil)", "|"])
    }

    func testAnErrorComesBeforeAnyElementOrNotAtAll() {
        XCTAssertEqual(marks(Observable<Int>.error(TestError()).first()), ["x(error)"])
        XCTAssertEqual(marks(Observable.just(1).concat(Observable.error(TestError())).first()), ["Optional(1)", "|"])
        XCTAssertEqual(marks(Observable<Int>.never().first()), [])
    }

    func testWhatTheObserverMakesTheSourceSendIsNotFirst() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int?>()
        _ = subject.first().asObservable().do(onNext: { _ in
            subject.onNext(2)
            subject.onCompleted()
        }).subscribe(recorder)
        subject.onNext(1)
        XCTAssertEqual(recorder.marks, ["Optional(1)", "|"])
        XCTAssertFalse(subject.hasObservers)
    }

    func testDisposalDisposesTheSource() {
        let source = TestSource<Int>()
        let recorder = Recorder<Int?>()
        source.observable.first().asObservable().subscribe(recorder).dispose()
        source.send(1)
        XCTAssertEqual(source.disposals, 1)
        XCTAssertEqual(recorder.marks, [])
    }
}
