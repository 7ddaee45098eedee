import Foundation
import Millrace
import TestSupport
import XCTest

final class RecursiveScheduleTests: XCTestCase {
    func testEachRunGetsTheStateThatTheOneBeforePassedOn() {
        let scheduler = ManualScheduler()
        var states: [Int] = []
        _ = scheduler.scheduleRecursive(1) { state, recurse in
            states.append(state)
            if state < 4 { recurse(state + 1) }
        }
        XCTAssertEqual(states, [])
        scheduler.runDue()
        XCTAssertEqual(states, [1, 2, 3, 4])
        XCTAssertEqual(scheduler.scheduledCount, 4)
    }

    func testDisposingStopsTheNextRunAndTakesItOffTheScheduler() {
        let scheduler = ManualScheduler()
        var runs = 0
        let recursion = scheduler.scheduleRecursive(()) { _, recurse in
            runs += 1
            recurse(())
        }
        XCTAssertEqual(scheduler.waitingCount, 1)
        recursion.dispose()
        XCTAssertEqual(scheduler.waitingCount, 0)
        scheduler.runDue()
        XCTAssertEqual(runs, 0)
    }

    func testDisposingInsideARunMakesRecurseDoNothing() {
        let scheduler = ManualScheduler()
        var runs = 0
        var recursion: Disposable?
        recursion = scheduler.scheduleRecursive(()) { _, recurse in
            runs += 1
            recursion?.dispose()
            recurse(())
            recurse(())
        }
        scheduler.runDue()
        XCTAssertEqual(runs, 1)
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testARunMayScheduleSeveral() {
        let scheduler = ManualScheduler()
        var depths: [Int] = []
        let recursion = scheduler.scheduleRecursive(0) { depth, recurse in
            depths.append(depth)
            if depth < 3 {
                recurse(depth + 1)
                recurse(depth + 1)
            }
        }
        scheduler.runDue()
        XCTAssertEqual(
            depths,
            [0] + Array(repeating: 1, count: 2) + Array(repeating: 2, count: 4)
                + Array(repeating: 3, count: 8)
        )
        recursion.dispose()
    }

    func testDisposingTakesEveryScheduledRunOffTheScheduler() {
        let scheduler = ManualScheduler()
        var waiting: [Int] = []
        var runs = 0
        var recursion: Disposable?
        recursion = scheduler.scheduleRecursive(true) { isFirst, recurse in
            runs += 1
            guard isFirst else { return }
            for _ in 0..<1000 { recurse(false) }
            waiting.append(scheduler.waitingCount)
            recursion?.dispose()
            waiting.append(scheduler.waitingCount)
        }
        scheduler.runDue()
        XCTAssertEqual(runs, 1)
        XCTAssertEqual(waiting, [1000, 0])
    }

    func testARunThatSchedulesNothingEndsTheRecursionAndReleasesTheAction() {
        let scheduler = ManualScheduler()
        var recursion: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                recursion = scheduler.scheduleRecursive(0) { state, recurse in
                    probe.touch()
                    if state < 3 { recurse(state + 1) }
                }
                scheduler.runDue()
            }
        )
        recursion?.dispose()
    }

    func testDisposingReleasesTheActionAndTheState() {
        let scheduler = ManualScheduler()
        XCTAssertFalse(
            isHeld { probe in
                scheduler.scheduleRecursive(probe) { probe, recurse in recurse(probe) }.dispose()
            }
        )
        XCTAssertFalse(
            isHeld { probe in
                var recursion: Disposable?
                recursion = scheduler.scheduleRecursive(0) { state, recurse in
                    probe.touch()
                    recurse(state + 1)
                    recurse(state + 1)
                    if state == 3 { recursion?.dispose() }
                }
                scheduler.runDue()
                recursion = nil
            }
        )
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testItNeedsNoStackOnTheCurrentThread() {
        let count = TestMode.size(1_000_000, debug: 200_000, sanitized: 200_000)
        onSmallStack {
            var runs = 0
            _ = CurrentThreadScheduler.instance.scheduleRecursive(count) { left, recurse in
                runs += 1
                if left > 1 { recurse(left - 1) }
            }
            XCTAssertEqual(runs, count)
        }
    }

    func testItKeepsUpWithManyRunsThatEachLeaveOneWithoutSuccessor() {
        let scheduler = ManualScheduler()
        var leaves = 0
        let recursion = scheduler.scheduleRecursive(20_000) { left, recurse in
            guard left > 0 else {
                leaves += 1
                return
            }
            recurse(left - 1)
            recurse(0)
        }
        scheduler.runDue()
        XCTAssertEqual(leaves, 20_001)
        recursion.dispose()
    }

    func testRunsOnSeveralThreadsAreAllDoneOrAllStopped() {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let done = expectation(description: "every leaf has run")
        done.expectedFulfillmentCount = 1 << 10
        let tree = scheduler.scheduleRecursive(0) { depth, recurse in
            guard depth < 10 else { return done.fulfill() }
            recurse(depth + 1)
            recurse(depth + 1)
        }
        wait(for: [done], timeout: 60)
        tree.dispose()

        for _ in 0..<50 {
            let held = DispatchSemaphore(value: 0)
            final class Release: @unchecked Sendable {
                let semaphore: DispatchSemaphore
                init(_ semaphore: DispatchSemaphore) { self.semaphore = semaphore }
                func touch() {}
                deinit { semaphore.signal() }
            }
            var signal: Release? = Release(held)
            let endless = scheduler.scheduleRecursive(()) { [signal] _, recurse in
                signal?.touch()
                recurse(())
                if Int.random(in: 0..<4) == 0 { recurse(()) }
            }
            signal = nil
            for _ in 0..<Int.random(in: 0..<2000) { _ = CurrentThreadScheduler.isScheduleRequired }
            endless.dispose()
            XCTAssertTrue(held.wait(seconds: 60), "the action was not released")
        }
    }
}
