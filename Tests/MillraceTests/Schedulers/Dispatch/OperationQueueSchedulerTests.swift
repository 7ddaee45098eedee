import Foundation
import Millrace
import TestSupport
import XCTest

final class OperationQueueSchedulerTests: XCTestCase {
    private func makeQueue() -> OperationQueue {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return queue
    }

    func testWorkRunsOnTheQueue() {
        let queue = makeQueue()
        let scheduler = OperationQueueScheduler(operationQueue: queue)
        let ran = expectation(description: "ran")
        _ = scheduler.schedule(5) { state in
            XCTAssertEqual(state, 5)
            XCTAssertTrue(OperationQueue.current === queue)
            ran.fulfill()
            return Disposables.create()
        }
        wait(for: [ran], timeout: 60)
        XCTAssertEqual(scheduler.queuePriority, .normal)
        XCTAssertTrue(scheduler.operationQueue === queue)
    }

    func testThePriorityIsTheOperations() {
        let queue = makeQueue()
        queue.isSuspended = true
        let recorder = Recorder<String>()
        for (name, priority) in [("low", Operation.QueuePriority.veryLow), ("high", .veryHigh)] {
            _ = OperationQueueScheduler(operationQueue: queue, queuePriority: priority).schedule(name) { name in
                recorder.on(.next(name))
                return Disposables.create()
            }
        }
        queue.isSuspended = false
        waitUntil { queue.operationCount == 0 }
        XCTAssertEqual(recorder.elements, ["high", "low"])
    }

    func testDisposingCancels() {
        let queue = makeQueue()
        queue.isSuspended = true
        let recorder = Recorder<Int>()
        OperationQueueScheduler(operationQueue: queue).schedule(1) { state in
            recorder.on(.next(state))
            return Disposables.create()
        }.dispose()
        queue.isSuspended = false
        waitUntil { queue.operationCount == 0 }
        XCTAssertEqual(recorder.elements, [])
    }

    func testObserveOnKeepsTheOrder() {
        let queue = makeQueue()
        let recorder = Recorder<Int>()
        let completed = expectation(description: "completed")
        _ = Observable.range(start: 0, count: 1_000)
            .observe(on: OperationQueueScheduler(operationQueue: queue))
            .do(afterCompleted: { completed.fulfill() })
            .subscribe(recorder)
        wait(for: [completed], timeout: 60)
        XCTAssertEqual(recorder.elements, Array(0..<1_000))
    }
}
