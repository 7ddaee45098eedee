import Foundation
import Millrace
import TestSupport
import XCTest

final class ConcurrentMainSchedulerTests: XCTestCase {
    func testItRunsNestedWorkAtOnce() {
        var order: [String] = []
        let scheduler = ConcurrentMainScheduler.instance
        _ = scheduler.schedule("outer") { state in
            order.append("\(state) begins")
            _ = scheduler.schedule("inner") { state in
                order.append(state)
                return Disposables.create()
            }
            order.append("\(state) ends")
            return Disposables.create()
        }
        XCTAssertEqual(order, ["outer begins", "inner", "outer ends"])
    }

    func testItBringsWorkToTheMainThread() {
        let scheduler = ConcurrentMainScheduler.instance
        let done = expectation(description: "all work has run")
        done.expectedFulfillmentCount = 3
        let action: @Sendable (Int) -> Disposable = { _ in
            XCTAssertTrue(Thread.isMainThread)
            done.fulfill()
            return Disposables.create()
        }
        Thread.detachNewThread {
            _ = scheduler.schedule(0, action: action)
            _ = scheduler.scheduleRelative(0, dueTime: .milliseconds(1), action: action)
        }
        let periodic = scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: .seconds(600)) { state in
            _ = action(state)
            return state
        }
        wait(for: [done], timeout: 60)
        periodic.dispose()
        XCTAssertLessThan(abs(scheduler.now.timeIntervalSinceNow), 60)
    }
}
