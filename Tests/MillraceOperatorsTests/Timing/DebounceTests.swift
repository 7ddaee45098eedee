import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class DebounceTests: MarbleTestCase {
    func testAnElementIsEmittedWhenNothingHasFollowedIt() {
        check(
            source: "-a-b------c--------|",
            result: "------b------c-----|",
            active: "^------------------!"
        ) { source, scheduler in source.debounce(by: { _ in Observable<Int>.timer(.seconds(3), scheduler: scheduler) })
        }
    }

    func testEachElementHasADurationOfItsOwn() {
        check(
            source: "-1-----3-----|",
            result: "--1-------3--|"
        ) { source, scheduler in
            source.debounce(by: { Observable<Int>.timer(.seconds(Int($0)!), scheduler: scheduler) })
        }
    }

    func testAnElementThatWaitsIsEmittedAtTheEnd() {
        check(
            source: "-a-|",
            result: "---(a|)"
        ) { source, _ in source.debounce(by: { _ in Observable<Int>.never() }) }
    }

    func testErrors() {
        check(
            source: "-a-#",
            result: "---#",
            active: "^--!"
        ) { source, _ in source.debounce(by: { _ in Observable<Int>.never() }) }
        check(
            source: "-a-b-",
            result: "-#",
            active: "^!"
        ) { source, _ in source.debounce(by: { _ in Observable<Int>.error(TestError()) }) }
        check(
            source: "-a-b-",
            result: "-#",
            active: "^!"
        ) { source, _ in source.debounce(by: { _ -> Observable<Int> in throw TestError() }) }
    }

    func testADurationThatIsOverAtOnce() {
        check(
            source: "-a-b-|",
            result: "-a-b-|"
        ) { source, _ in source.debounce(by: { _ in Observable<Int>.empty() }) }
    }

    func testADurationIsDisposedWhenTheNextElementComes() {
        let subject = PublishSubject<Int>()
        let durations = [PublishSubject<Void>(), PublishSubject<Void>()]
        let recorder = Recorder<Int>()
        let subscription = subject.debounce(by: { durations[$0] }).subscribe(recorder)
        subject.onNext(0)
        XCTAssertTrue(durations[0].hasObservers)
        subject.onNext(1)
        XCTAssertFalse(durations[0].hasObservers)
        subscription.dispose()
        XCTAssertFalse(durations[1].hasObservers || subject.hasObservers)
        XCTAssertEqual(recorder.marks, [])
    }

    func testAnElementFromInsideADelivery() {
        let (subject, pause) = (PublishSubject<Int>(), PublishSubject<Void>())
        let recorder = Recorder<Int>()
        _ = subject.debounce(by: { _ in pause }).do(onNext: { if $0 == 1 { subject.onNext(2) } }).subscribe(recorder)
        subject.onNext(1)
        pause.onNext(())
        pause.onNext(())
        XCTAssertEqual(recorder.elements, [1, 2])
    }
}
