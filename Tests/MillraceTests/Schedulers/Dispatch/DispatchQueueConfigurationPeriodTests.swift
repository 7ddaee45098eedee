import Foundation
import Millrace
import TestSupport
import XCTest

/// Periodic work on both kinds of dispatch queue.
final class DispatchQueueConfigurationPeriodTests: XCTestCase {
    private let serial = SerialDispatchQueueScheduler(qos: .userInitiated)
    private let concurrent = ConcurrentDispatchQueueScheduler(qos: .default)

    private var both: [(name: String, scheduler: SchedulerType)] {
        [("serial", serial), ("concurrent", concurrent)]
    }

    func testPeriodicWorkPassesItsStateOnAndNeverOverlaps() {
        for (name, scheduler) in both {
            let enough = expectation(description: "\(name): five runs")
            let start = DispatchTime.now()
            var states: [Int] = []
            let isRunning = NSLock()
            var work: Disposable?
            let stored = DispatchSemaphore(value: 0)
            work = scheduler.schedulePeriodic(
                1,
                startAfter: .milliseconds(10),
                period: .milliseconds(5)
            ) { state in
                stored.waitPatiently()
                stored.signal()
                XCTAssertTrue(isRunning.try(), "\(name): two runs overlap")
                states.append(state)
                if states.count == 5 {
                    XCTAssertGreaterThanOrEqual(DispatchTime.now(), start + .milliseconds(30), name)
                    work?.dispose()
                    enough.fulfill()
                }
                isRunning.unlock()
                return state * 2
            }
            stored.signal()
            wait(for: [enough], timeout: 60)
            XCTAssertEqual(states, [1, 2, 4, 8, 16], name)
        }
    }

    func testTheTimeThatPeriodicWorkTakesDoesNotAddToThePeriod() {
        // A busy machine makes intervals longer, perhaps all of them, but a period that begins with the end of a run makes
        // every one 35 ms or more.
        let limit = Date() + 60
        while !startsComeSoonerThanRunsEnd() {
            if Date() > limit { return XCTFail("no run began within 30 ms of the one before") }
        }
    }

    /// Whether one of twenty runs of 15 ms, with a period of 20 ms, began within 30 ms of the one before.
    private func startsComeSoonerThanRunsEnd() -> Bool {
        let enough = expectation(description: "twenty runs")
        var starts: [DispatchTime] = []
        let work = serial.schedulePeriodic((), startAfter: .milliseconds(20), period: .milliseconds(20)) { _ in
            guard starts.count < 20 else { return }
            starts.append(.now())
            let end = DispatchTime.now() + .milliseconds(15)
            while DispatchTime.now() < end {}
            if starts.count == 20 { enough.fulfill() }
        }
        wait(for: [enough], timeout: 60)
        work.dispose()
        return zip(starts, starts.dropFirst()).contains { $1 < $0 + .milliseconds(30) }
    }

    func testDisposingPeriodicWorkReleasesItAtOnceWhenNoRunIsUnderWay() {
        for (name, scheduler) in both {
            XCTAssertFalse(
                isHeld { probe in
                    scheduler.schedulePeriodic(probe, startAfter: .seconds(600), period: .seconds(600)) { state in
                        probe.touch()
                        return state
                    }.dispose()
                },
                name
            )
        }
    }

    func testDisposingPeriodicWorkDuringARunReleasesItAfterThatRun() {
        for (name, scheduler) in both {
            let released = expectation(description: "\(name): released")
            final class Release: @unchecked Sendable {
                let released: XCTestExpectation
                init(_ released: XCTestExpectation) { self.released = released }
                func touch() {}
                deinit { released.fulfill() }
            }
            let begun = DispatchSemaphore(value: 0)
            let goOn = DispatchSemaphore(value: 0)
            var signal: Release? = Release(released)
            let work = scheduler.schedulePeriodic(
                0,
                startAfter: .milliseconds(1),
                period: .milliseconds(1)
            ) { [signal] state in
                XCTAssertEqual(state, 0, "\(name): a run began after the disposal")
                begun.signal()
                goOn.waitPatiently()
                signal?.touch()
                return state + 1
            }
            signal = nil
            begun.waitPatiently()
            work.dispose()
            goOn.signal()
            wait(for: [released], timeout: 60)
        }
    }
}
