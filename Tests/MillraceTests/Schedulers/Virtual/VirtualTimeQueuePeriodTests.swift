import Foundation
import Millrace
import MillraceTest
import TestSupport
import XCTest

/// Periodic work in virtual time, where all runs are one item of the queue.
final class VirtualTimePeriodTests: XCTestCase {
    private let scheduler = TestScheduler(initialClock: 0)
    private var log: [String] = []

    private func note(_ name: String) {
        log.append("\(name)@\(scheduler.clock)")
    }

    func testEachRunHasTheStateOfTheOneBefore() {
        let work = scheduler.schedulePeriodic(1, startAfter: .seconds(3), period: .seconds(2)) { state in
            self.note("\(state)")
            return state * 2
        }
        scheduler.advanceTo(9)
        XCTAssertEqual(log, ["1@3", "2@5", "4@7", "8@9"])
        XCTAssertEqual(scheduler.debugDescription, "11 #4")
        work.dispose()
        scheduler.start()
        XCTAssertEqual(log.count, 4)
        XCTAssertEqual(scheduler.clock, 9)
    }

    func testWhatARunSchedulesForTheNextComesAfterThat() {
        let work = scheduler.schedulePeriodic(0, startAfter: .seconds(2), period: .seconds(2)) { state in
            self.note("tick \(state)")
            self.scheduler.scheduleAt(self.scheduler.clock + 2) { self.note("once") }
            return state + 1
        }
        scheduler.scheduleAt(2) { self.note("as early") }
        scheduler.advanceTo(4)
        XCTAssertEqual(log, ["tick 0@2", "as early@2", "tick 1@4", "once@4"])
        work.dispose()
    }

    func testTheTimeThatARunTakesDoesNotAddToThePeriod() {
        let work = scheduler.schedulePeriodic(0, startAfter: .seconds(2), period: .seconds(3)) { state in
            self.note("\(state)")
            self.scheduler.sleep(1)
            return state + 1
        }
        scheduler.advanceTo(9)
        XCTAssertEqual(log, ["0@2", "1@5", "2@8"])
        work.dispose()
    }

    func testARunThatTakesLongerThanThePeriodIsFollowedAtOnce() {
        let work = scheduler.schedulePeriodic(0, startAfter: .seconds(2), period: .seconds(2)) { state in
            self.note("\(state)")
            if state == 0 { self.scheduler.sleep(5) }
            return state + 1
        }
        scheduler.advanceTo(11)
        XCTAssertEqual(log, ["0@2", "1@7", "2@9", "3@11"])
        work.dispose()
    }

    func testNegativeSpansAndNoneAreTheNextTick() {
        for span in [-5, 0] {
            let scheduler = TestScheduler(initialClock: 0)
            var times: [TestTime] = []
            let work = scheduler.schedulePeriodic((), startAfter: .seconds(span), period: .seconds(span)) { _ in
                times.append(scheduler.clock)
            }
            scheduler.advanceTo(3)
            XCTAssertEqual(times, [1, 2, 3])
            work.dispose()
        }
    }

    func testDisposalInsideARunIsTheEnd() {
        let work = SerialDisposable()
        work.disposable = scheduler.schedulePeriodic(0, startAfter: .seconds(2), period: .seconds(2)) { state in
            self.note("\(state)")
            if state == 1 { work.dispose() }
            return state + 1
        }
        scheduler.start()
        XCTAssertEqual(log, ["0@2", "1@4"])
        XCTAssertEqual(scheduler.clock, 4)
        XCTAssertEqual(scheduler.debugDescription, "")
    }

    func testDisposalReleasesTheActionAndTheStateAtOnce() {
        for ticks in [0, 5] {
            XCTAssertFalse(
                isHeld { probe in
                    let work = scheduler.schedulePeriodic(probe, startAfter: .seconds(1), period: .seconds(1)) {
                        state in
                        probe.touch()
                        return state
                    }
                    scheduler.advanceTo(scheduler.clock + ticks)
                    work.dispose()
                }
            )
        }
    }

    func testDisposalInsideARunReleasesThemAfterIt() {
        let tally = Token.Tally()
        func start(_ token: Token) {
            let work = SerialDisposable()
            work.disposable = scheduler.schedulePeriodic(token, startAfter: .seconds(1), period: .seconds(1)) { state in
                work.dispose()
                XCTAssertEqual(tally.count, 1)
                return state
            }
        }
        start(Token(tally))
        scheduler.start()
        XCTAssertEqual(tally.count, 0)
    }

    func testDisposalReleasesTheSchedulerToo() {
        weak var released: TestScheduler?
        do {
            let scheduler = TestScheduler(initialClock: 0)
            released = scheduler
            scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { $0 + 1 }.dispose()
        }
        XCTAssertNil(released)
    }
}
