import Foundation
import Millrace
import TestSupport
import XCTest

final class MainSchedulerTests: XCTestCase {
    func testWorkRunsAtOnceOnTheMainThread() {
        var disposed = false
        var runs = 0
        let disposable = MainScheduler().schedule(1) { state in
            runs += state
            return Disposables.create { disposed = true }
        }
        XCTAssertEqual(runs, 1)
        disposable.dispose()
        XCTAssertTrue(disposed)
    }

    func testWorkScheduledInsideWorkIsQueued() {
        let scheduler = MainScheduler()
        let done = expectation(description: "inner work has run")
        var order: [String] = []
        _ = scheduler.schedule(()) { _ in
            _ = scheduler.schedule(()) { _ in
                order.append("inner")
                done.fulfill()
                return Disposables.create()
            }
            order.append("outer ends")
            return Disposables.create()
        }
        XCTAssertEqual(order, ["outer ends"])
        _ = scheduler.schedule(()) { _ in
            order.append("behind inner")
            return Disposables.create()
        }
        XCTAssertEqual(order, ["outer ends"])
        wait(for: [done], timeout: 60)
        settle()
        XCTAssertEqual(order, ["outer ends", "inner", "behind inner"])
        _ = scheduler.schedule(()) { _ in
            order.append("at once")
            return Disposables.create()
        }
        XCTAssertEqual(order.last, "at once")
    }

    func testWorkFromAnotherThreadRunsOnTheMainThread() {
        let done = expectation(description: "the work has run")
        Thread.detachNewThread {
            _ = MainScheduler.instance.schedule(()) { _ in
                XCTAssertTrue(Thread.isMainThread)
                MainScheduler.ensureExecutingOnScheduler()
                MainScheduler.ensureRunningOnMainThread()
                done.fulfill()
                return Disposables.create()
            }
        }
        wait(for: [done], timeout: 60)
    }

    func testDisposedWorkDoesNotRunAndCountsUntilTheQueueHasPassedIt() {
        let scheduler = MainScheduler()
        var order: [String] = []
        var queued: Disposable?
        XCTAssertFalse(
            isHeld { probe in
                _ = scheduler.schedule(()) { _ in
                    queued = scheduler.schedule(()) { _ in
                        probe.touch()
                        order.append("disposed")
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
                queued?.dispose()
            }
        )
        _ = scheduler.schedule(()) { _ in
            order.append("queued")
            return Disposables.create()
        }
        XCTAssertEqual(order, [])
        settle()
        XCTAssertEqual(order, ["queued"])
        _ = scheduler.schedule(()) { _ in
            order.append("at once")
            return Disposables.create()
        }
        XCTAssertEqual(order, ["queued", "at once"])
    }

    func testTheAsyncInstanceAlwaysQueues() {
        var runs = 0
        _ = MainScheduler.asyncInstance.schedule(()) { _ in
            XCTAssertTrue(Thread.isMainThread)
            runs += 1
            return Disposables.create()
        }
        XCTAssertEqual(runs, 0)
        settle()
        XCTAssertEqual(runs, 1)
    }

    func testRelativeAndPeriodicWorkRunsOnTheMainThread() {
        let once = expectation(description: "relative work has run")
        let thrice = expectation(description: "periodic work has run three times")
        thrice.expectedFulfillmentCount = 3
        let relative = MainScheduler.instance.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
            XCTAssertTrue(Thread.isMainThread)
            once.fulfill()
            return Disposables.create()
        }
        var periodic: Disposable?
        periodic = MainScheduler.instance.schedulePeriodic(
            1,
            startAfter: .milliseconds(1),
            period: .milliseconds(1)
        ) { state in
            XCTAssertTrue(Thread.isMainThread)
            thrice.fulfill()
            if state == 3 { periodic?.dispose() }
            return state + 1
        }
        wait(for: [once, thrice], timeout: 60)
        relative.dispose()
    }

    /// Waits until the main queue has passed everything that is on it now.
    private func settle() {
        let passed = expectation(description: "the main queue has passed")
        DispatchQueue.main.async { passed.fulfill() }
        wait(for: [passed], timeout: 60)
    }
}
