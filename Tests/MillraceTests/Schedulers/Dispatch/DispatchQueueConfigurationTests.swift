import Foundation
import Millrace
import TestSupport
import XCTest

/// Work for now and for later on both kinds of dispatch queue.
final class DispatchQueueConfigurationTests: XCTestCase {
    private let serial = SerialDispatchQueueScheduler(qos: .userInitiated)
    private let concurrent = ConcurrentDispatchQueueScheduler(qos: .default)

    private var both: [(name: String, scheduler: SchedulerType)] {
        [("serial", serial), ("concurrent", concurrent)]
    }

    // MARK: Queues

    func testTheSerialSchedulerKeepsTheOrder() {
        let done = expectation(description: "all work has run")
        var order: [Int] = []
        for i in 0..<1000 {
            _ = serial.schedule(i) { state in
                order.append(state)
                if state == 999 { done.fulfill() }
                return Disposables.create()
            }
        }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(order, Array(0..<1000))
    }

    func testTheConcurrentSchedulerRunsPiecesOfWorkAtTheSameTime() {
        let met = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let done = expectation(description: "each has met the other")
        done.expectedFulfillmentCount = 2
        for i in 0..<2 {
            _ = concurrent.schedule(i) { i in
                met[i].signal()
                if met[1 - i].wait(seconds: 60) { done.fulfill() }
                return Disposables.create()
            }
        }
        wait(for: [done], timeout: 120)
    }

    func testWorkRunsOnTheQueueThatTheSchedulerWasMadeWith() {
        let key = DispatchSpecificKey<String>()
        let target = DispatchQueue(label: "target", attributes: .concurrent)
        target.setSpecific(key: key, value: "target")
        let schedulers: [(String?, SchedulerType)] = [
            ("target", ConcurrentDispatchQueueScheduler(queue: target)),
            ("target", SerialDispatchQueueScheduler(queue: target, internalSerialQueueName: "serial")),
            (
                "configured",
                SerialDispatchQueueScheduler(
                    internalSerialQueueName: "own",
                    serialQueueConfiguration: { $0.setSpecific(key: key, value: "configured") },
                    leeway: .milliseconds(1)
                )
            ),
            (nil, SerialDispatchQueueScheduler(internalSerialQueueName: "plain")),
        ]
        for (queue, scheduler) in schedulers {
            let done = expectation(description: "\(queue ?? "plain")")
            done.expectedFulfillmentCount = 2
            let action: @Sendable (Int) -> Disposable = { _ in
                XCTAssertEqual(DispatchQueue.getSpecific(key: key), queue)
                done.fulfill()
                return Disposables.create()
            }
            _ = scheduler.schedule(0, action: action)
            _ = scheduler.scheduleRelative(0, dueTime: .milliseconds(1), action: action)
            wait(for: [done], timeout: 60)
        }
    }

    func testNowIsTheTimeOfTheClock() {
        for (name, scheduler) in both {
            XCTAssertLessThan(abs(scheduler.now.timeIntervalSinceNow), 60, name)
        }
    }

    // MARK: schedule

    func testDisposedWorkDoesNotRunAndIsReleasedAtOnce() {
        let queue = DispatchQueue(label: "blocked")
        let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
        var runs = 0
        queue.suspend()
        XCTAssertFalse(
            isHeld { probe in
                scheduler.schedule(probe) { probe in
                    probe.touch()
                    runs += 1
                    return Disposables.create()
                }.dispose()
            }
        )
        queue.resume()
        queue.waitPatiently()
        XCTAssertEqual(runs, 0)
    }

    func testTheReturnedDisposableDisposesWhatTheActionReturned() {
        for (name, scheduler) in both {
            let ran = expectation(description: "\(name): the work has run")
            let disposed = expectation(description: "\(name): what it returned is disposed")
            let disposable = scheduler.schedule(()) { _ in
                ran.fulfill()
                return Disposables.create { disposed.fulfill() }
            }
            wait(for: [ran], timeout: 60)
            disposable.dispose()
            wait(for: [disposed], timeout: 60)
        }
    }

    func testDisposingWhileTheActionRunsDisposesWhatItReturnsAndReleasesIt() {
        for (name, scheduler) in both {
            let begun = DispatchSemaphore(value: 0)
            let goOn = DispatchSemaphore(value: 0)
            let disposed = expectation(description: "\(name): what it returned is disposed")
            let disposable = scheduler.schedule(()) { _ in
                begun.signal()
                goOn.waitPatiently()
                return Disposables.create { disposed.fulfill() }
            }
            begun.waitPatiently()
            disposable.dispose()
            goOn.signal()
            wait(for: [disposed], timeout: 60)
        }
    }

    // MARK: scheduleRelative

    func testRelativeWorkRunsOnceAndNotBeforeItsTime() {
        for (name, scheduler) in both {
            let ran = expectation(description: "\(name): the work has run")
            let start = DispatchTime.now()
            let disposable = scheduler.scheduleRelative(7, dueTime: .milliseconds(20)) { state in
                XCTAssertEqual(state, 7, name)
                XCTAssertGreaterThanOrEqual(DispatchTime.now(), start + .milliseconds(20), name)
                ran.fulfill()
                return Disposables.create()
            }
            wait(for: [ran], timeout: 60)
            disposable.dispose()
        }
    }

    func testNegativeSpansCountAsNone() {
        for (name, scheduler) in both {
            for span: RxTimeInterval in [.seconds(-1), .seconds(Int.min), .nanoseconds(0)] {
                let once = expectation(description: "\(name), \(span): relative work has run")
                let twice = expectation(description: "\(name), \(span): periodic work has run")
                let relative = scheduler.scheduleRelative((), dueTime: span) { _ in
                    once.fulfill()
                    return Disposables.create()
                }
                let runs = DispatchSemaphore(value: 0)
                let periodic = scheduler.schedulePeriodic(0, startAfter: span, period: span) { state in
                    if state == 1 { twice.fulfill() }
                    runs.signal()
                    return state + 1
                }
                wait(for: [once, twice], timeout: 60)
                relative.dispose()
                periodic.dispose()
            }
        }
    }

    func testWorkThatIsNeverDueWaitsAndIsReleasedWhenDisposed() {
        for (name, scheduler) in both {
            for span: RxTimeInterval in [.never, .seconds(Int.max)] {
                XCTAssertFalse(
                    isHeld { probe in
                        let never = scheduler.scheduleRelative(probe, dueTime: span) { probe in
                            probe.touch()
                            XCTFail("\(name): ran after \(span)")
                            return Disposables.create()
                        }
                        let other = expectation(description: "\(name): other work has run")
                        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(2)) { _ in
                            other.fulfill()
                            return Disposables.create()
                        }
                        wait(for: [other], timeout: 60)
                        never.dispose()
                    }
                )
            }
        }
    }

    func testRelativeWorkIsReleasedOnceItHasRunThoughItsDisposableIsKept() {
        for (name, scheduler) in both {
            let released = expectation(description: "\(name): released")
            final class Release: @unchecked Sendable {
                let released: XCTestExpectation
                init(_ released: XCTestExpectation) { self.released = released }
                deinit { released.fulfill() }
            }
            let kept = scheduler.scheduleRelative(Release(released), dueTime: .milliseconds(1)) { _ in
                Disposables.create()
            }
            wait(for: [released], timeout: 60)
            kept.dispose()
        }
    }

    func testDisposingRelativeWorkDisposesWhatItReturned() {
        for (name, scheduler) in both {
            let ran = expectation(description: "\(name): the work has run")
            let disposed = expectation(description: "\(name): what it returned is disposed")
            let disposable = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
                ran.fulfill()
                return Disposables.create { disposed.fulfill() }
            }
            wait(for: [ran], timeout: 60)
            disposable.dispose()
            wait(for: [disposed], timeout: 60)
        }
    }
}
