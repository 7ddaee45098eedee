import Millrace
import MillraceTest
import TestSupport
import XCTest

final class ThrottleTests: MarbleTestCase {
    func testTheLatestIsEmittedWhenTheTimeIsOver() {
        check(
            source: "-a-bcdefg|",
            during: "--^",
            result: "---b---f---(g|)",
            active: "--^------!"
        ) { $0.throttle(.seconds(4), scheduler: $1) }
    }

    func testWithoutLatestWhatComesTooSoonIsDropped() {
        check(
            source: "-a-bcdefg|",
            during: "--^",
            result: "---b---f-|",
            active: "--^------!"
        ) { $0.throttle(.seconds(4), latest: false, scheduler: $1) }
    }

    func testTheTimerEmitsTheLatest() {
        check(
            source: "-abc------d|",
            result: "-a---c----d|"
        ) { $0.throttle(.seconds(4), scheduler: $1) }
    }

    func testAnEmissionByTheTimerBeginsTheTimeAnew() {
        check(
            source: "-ab--c",
            result: "-a--b--c"
        ) { $0.throttle(.seconds(3), scheduler: $1) }
    }

    func testAnErrorPassesAtOnceAndDropsWhatWaits() {
        check(
            source: "-a-b---#",
            result: "-a-----#",
            active: "^------!"
        ) { $0.throttle(.seconds(9), scheduler: $1) }
    }

    func testASourceWithoutElements() {
        check(
            source: "---|",
            result: "---|"
        ) { $0.throttle(.seconds(9), scheduler: $1) }
    }

    func testFractionsOfASecondDoNotAddUpToATick() {
        // 0.1 is no binary fraction, so the dates in between are inexact.
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let source = scheduler.createHotObservable((0..<20).map { .next(203 + 3 * $0, $0) })
        let result = scheduler.start { source.throttle(.milliseconds(300), scheduler: scheduler) }
        XCTAssertEqual(result.events, (0..<20).map { .next(203 + 3 * $0, $0) })
    }

    func testDisposalStopsTheTimer() {
        let end = check(
            source: "-ab",
            during: "^--!",
            result: "-a",
            active: "^--!"
        ) { $0.throttle(.seconds(5), scheduler: $1) }
        XCTAssertEqual(end, 3)
    }
}
