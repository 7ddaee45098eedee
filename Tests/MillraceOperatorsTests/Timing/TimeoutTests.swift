import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class TimeoutTests: MarbleTestCase {
    func testTheWholeTakesTooLong() {
        check(
            source: "-a-b-c-d-|",
            result: "-a-b-c#",
            active: "^-----!",
            error: RxError.timeout
        ) { $0.timeout(total: .seconds(6), scheduler: $1) }
    }

    func testTheWholeEndsInTime() {
        let end = check(
            source: "-a-b-|",
            result: "-a-b-|"
        ) { $0.timeout(total: .seconds(6), scheduler: $1) }
        XCTAssertEqual(end, 5, "the timer is stopped")
        check(
            source: "-a-b-#",
            result: "-a-b-#"
        ) { $0.timeout(total: .seconds(6), scheduler: $1) }
    }

    func testTheNextElementComesTooLate() {
        check(
            source: "----3-3----a",
            result: "----3-3--#",
            active: "^--------!",
            error: RxError.timeout
        ) { source, scheduler in
            source.timeout(by: { Observable<Int>.timer(.seconds(Int($0)!), scheduler: scheduler) })
        }
    }

    func testTheEndComesInTime() {
        check(
            source: "-3-|",
            result: "-3-|"
        ) { source, scheduler in
            source.timeout(by: { Observable<Int>.timer(.seconds(Int($0)!), scheduler: scheduler) })
        }
        check(
            source: "-3-#",
            result: "-3-#"
        ) { source, scheduler in
            source.timeout(by: { Observable<Int>.timer(.seconds(Int($0)!), scheduler: scheduler) })
        }
    }

    func testAnErrorOfTheSelector() {
        check(
            source: "-a-b",
            result: "-(a#)",
            active: "^!"
        ) { source, _ in source.timeout(by: { _ -> Observable<Int> in throw TestError() }) }
    }

    func testTheTimeOfAnElementFromInsideADeliveryCounts() {
        let subject = PublishSubject<Int>()
        let limits = (0..<3).map { _ in PublishSubject<Void>() }
        let recorder = Recorder<Int>()
        _ = subject.timeout(by: { limits[$0] }).do(afterNext: { if $0 == 1 { subject.onNext(2) } }).subscribe(recorder)
        subject.onNext(1)
        XCTAssertFalse(limits[1].hasObservers)
        XCTAssertTrue(limits[2].hasObservers)
        limits[2].onNext(())
        XCTAssertEqual(recorder.elements, [1, 2])
        XCTAssertNotNil(recorder.events.last?.error)
    }

    func testAnErrorOfAFormerDurationMeansNothing() {
        let (subject, first) = (PublishSubject<Int>(), PublishSubject<Void>())
        let recorder = Recorder<Int>()
        _ = subject.timeout(by: { $0 == 1 ? first.asObservable() : Observable<Void>.never() })
            .do(onNext: { if $0 == 2 { first.onError(TestError("late")) } })
            .subscribe(recorder)
        for number in 1...3 { subject.onNext(number) }
        XCTAssertEqual(recorder.marks, ["1", "2", "3"])
    }
}
