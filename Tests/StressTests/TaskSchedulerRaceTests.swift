import Foundation
import Millrace
import TestSupport
import XCTest

/// Actions whose time comes while the thread that schedules them is still inside the scheduler.
final class TaskSchedulerRaceTests: StressTestCase {
    private let rounds = TestMode.isLong ? 20_000 : TestMode.size(2_000, debug: 500, sanitized: 200)

    private actor Place {}

    private func schedulers() -> [(String, TaskScheduler)] {
        var schedulers: [(String, TaskScheduler)] = [
            ("clock", ClockScheduler(ContinuousClock())), ("actor", ActorScheduler(Place())),
        ]
        if #available(macOS 15, *) { schedulers.append(("executor", ExecutorScheduler(globalConcurrentExecutor))) }
        return schedulers
    }

    func testAnIntervalGoesOn() {
        for (name, scheduler) in schedulers() {
            for round in 0..<rounds {
                let isOver = Moment()
                let subscription = Observable<Int>.interval(.microseconds(5), scheduler: scheduler).take(15)
                    .subscribe(onCompleted: { isOver.set() })
                let isInTime = isOver.wait(seconds: 20)
                subscription.dispose()
                if !isInTime { return XCTFail("\(name), round \(round): the interval has stopped") }
            }
        }
    }

    /// Two threads schedule actions that are due at almost the same time, so that the task of an action often finds
    /// actions of the other thread, too.
    func testDueActionsOfManyThreadsAllRun() {
        let each = rounds * 10
        for (name, scheduler) in schedulers() {
            let (ran, disposed) = (Counter(), Counter())
            let threads = (0..<3).map { thread in
                TestThread { () -> Void in
                    for number in 0..<each {
                        // Kept by nobody: what an action returns is not disposed then.
                        _ = scheduler.scheduleRelative((), dueTime: .microseconds((number * 7 + thread) % 20)) { _ in
                            ran.add()
                            return Disposables.create { disposed.add() }
                        }
                        if number % 64 == 0 { sched_yield() }
                    }
                }
            }
            for thread in threads { thread.join() }
            XCTAssertTrue(waitUntil(within: 60) { ran.value == 3 * each }, "\(name): \(3 * each - ran.value) are lost")
            XCTAssertEqual(disposed.value, 0, name)
        }
    }

    func testADisposalBesideTheRunsOfAPeriod() {
        let tally = Token.Tally()
        for (_, scheduler) in schedulers() {
            for round in 0..<rounds {
                let token = Token(tally)
                let period = scheduler.schedulePeriodic(0, startAfter: .microseconds(3), period: .microseconds(3)) {
                    token.keep($0 + 1)
                }
                dawdle(round % 40)
                period.dispose()
            }
        }
        assertReleased(tally)
    }
}
