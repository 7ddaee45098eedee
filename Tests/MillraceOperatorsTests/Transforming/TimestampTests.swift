import Millrace
import MillraceOperators
import MillraceTest
import TestSupport
import XCTest

final class TimestampTests: MarbleTestCase {
    func testTheTimeOfEachElement() {
        check(source: "-a-----b-|", result: "-1-----7-|", active: "^--------!") { source, scheduler in
            source.timestamp(scheduler: scheduler).map { "\(Int($0.timestamp.timeIntervalSince1970))" }
        }
        check(source: "-a-#", result: "-1-#", active: "^--!") { source, scheduler in
            source.timestamp(scheduler: scheduler).map { "\(Int($0.timestamp.timeIntervalSince1970))" }
        }
    }

    func testTheTimeBetweenElements() {
        check(source: "---a-----b-|", during: "--^", result: "---1-----6-|", active: "--^--------!") {
            source,
            scheduler in source.timeInterval(scheduler: scheduler).map { "\(Int($0.interval))" }
        }
        check(source: "-a-#", result: "-1-#", active: "^--!") { source, scheduler in
            source.timeInterval(scheduler: scheduler).map { "\(Int($0.interval))" }
        }
    }

    func testTheTimeIsSet() {
        for step in [-3_600.0, 3_600] {
            let intervals = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: step) {
                $0.timeInterval(scheduler: $1).map { Int(($0.interval * 1_000).rounded()) }
            }
            XCTAssertEqual(intervals, ["0: 0", "100: 100", "200: 100", "500: 300", "500: |"], "\(step) s")
            let times = eventsOfSteppingTime(SteppingSchedulerWithStopwatch(), step: step) {
                $0.timestamp(scheduler: $1).map { Int($0.timestamp.timeIntervalSince1970.rounded(.down)) }
            }
            XCTAssertEqual(times, ["0: 0", "100: 0", "200: \(Int(step))", "500: 0", "500: |"], "\(step) s")
        }
    }

    func testAUsersSchedulerGoesBack() {
        let intervals = eventsOfSteppingTime(SteppingScheduler(), step: -3_600, restores: false) {
            $0.timeInterval(scheduler: $1).map { Int(($0.interval * 1_000).rounded()) }
        }
        XCTAssertEqual(intervals, ["0: 0", "100: 100", "200: 0", "500: 300", "500: |"])
    }

    func testTheElements() {
        let recorder = Recorder<Int>()
        let scheduler = TestScheduler(initialClock: 0)
        _ = Observable.of(1, 2).timestamp(scheduler: scheduler).map { $0.element }.subscribe(recorder)
        _ = Observable.of(3).timeInterval(scheduler: scheduler).map { $0.element }.subscribe(recorder)
        XCTAssertEqual(recorder.elements, [1, 2, 3])
    }

    func testEachSubscriptionHasItsOwnBeginning() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.hot("----a").timeInterval(scheduler: scheduler).map { $0.interval }
        let (first, second) = (scheduler.createObserver(Double.self), scheduler.createObserver(Double.self))
        _ = source.subscribe(first)
        scheduler.scheduleAt(3) { _ = source.subscribe(second) }
        scheduler.start()
        XCTAssertEqual(first.events, [.next(4, 4)])
        XCTAssertEqual(second.events, [.next(4, 1)])
    }
}
