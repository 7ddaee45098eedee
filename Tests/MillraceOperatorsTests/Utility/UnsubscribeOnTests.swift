import Millrace
import MillraceOperators
import TestSupport
import XCTest

final class UnsubscribeOnTests: MarbleTestCase {
    func testASourceThatEndsIsDisposedAtOnce() {
        check(source: "-a-b-|", result: "-a-b-|", active: "^----!") { $0.unsubscribe(on: $1) }
        check(source: "-a-#", result: "-a-#", active: "^--!") { $0.unsubscribe(on: $1) }
    }

    func testDisposalComesATickLater() {
        check(source: "-a-b-|", during: "^-!", result: "-a", active: "^--!") { $0.unsubscribe(on: $1) }
    }

    func testNothingIsDeliveredBetweenTheTwo() {
        let scheduler = ManualScheduler()
        let source = TestSource<Int>()
        let recorder = Recorder<Int>()
        let subscription = source.observable.unsubscribe(on: scheduler).subscribe(recorder)
        source.send(1)
        subscription.dispose()
        source.send(2)
        XCTAssertEqual(source.disposals, 0)
        scheduler.runDue()
        XCTAssertEqual(source.disposals, 1)
        XCTAssertEqual(recorder.marks, ["1"])
    }

    func testAnOperatorBelowThatEndsTheStream() {
        let scheduler = ManualScheduler()
        let source = TestSource<Int>()
        let recorder = Recorder<Int>()
        _ = source.observable.unsubscribe(on: scheduler).take(1).subscribe(recorder)
        source.send(1, 2)
        XCTAssertEqual(source.disposals, 0)
        scheduler.runDue()
        XCTAssertEqual(source.disposals, 1)
        XCTAssertEqual(recorder.marks, ["1", "|"])
    }

    func testASourceThatGoesAwayWithoutAnEndReleasesTheObserver() {
        var kept: Disposable?
        let isHeld = isHeld { probe in
            let source = PublishSubject<Int>()
            kept = source.unsubscribe(on: ManualScheduler()).subscribe(onNext: { _ in probe.touch() })
        }
        XCTAssertFalse(isHeld)
        kept?.dispose()
    }

    func testTheSourceCanPause() {
        let scheduler = ManualScheduler()
        let recorder = Recorder<Int>()
        let made = Counter()
        _ = Observable.range(start: 0, count: 100)
            .do(onNext: { _ in made.add() })
            .unsubscribe(on: scheduler)
            .observe(on: scheduler, capacity: 4, overflow: .suspend)
            .subscribe(recorder)
        XCTAssertEqual(made.value, 4)
        scheduler.runDue()
        XCTAssertEqual(recorder.elements, Array(0..<100))
    }
}
