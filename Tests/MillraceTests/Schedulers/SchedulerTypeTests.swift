import Foundation
import Millrace
import TestSupport
import XCTest

/// As in a code base that comes from RxSwift: no `@Sendable`.
private final class PlainScheduler: SchedulerType {
    var now: RxTime { Date() }

    func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> Disposable
    ) -> Disposable {
        action(state)
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> Disposable
    ) -> Disposable {
        action(state)
    }
}

/// As the protocol has it.
private final class SendableScheduler: SchedulerType {
    var now: RxTime { Date() }

    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        action(state)
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        action(state)
    }

    func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        _ = action(action(state))
        return Disposables.create()
    }
}

private struct PlainImmediateScheduler: ImmediateSchedulerType {
    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> Disposable) -> Disposable {
        action(state)
    }
}

/// `schedulePeriodic` as schedulers get it that do not bring their own.
final class SchedulerTypeTests: XCTestCase {
    func testItRunsAfterTheStartAndThenEveryPeriodWithTheStateReturnedBefore() {
        let scheduler = ManualScheduler()
        var runs: [[Int]] = []
        let work = scheduler.schedulePeriodic(
            1,
            startAfter: .milliseconds(30),
            period: .milliseconds(20)
        ) { state in
            runs.append([scheduler.milliseconds, state])
            return state * 2
        }
        scheduler.advance(by: .milliseconds(29))
        XCTAssertEqual(runs, [])
        scheduler.advance(by: .milliseconds(61))
        XCTAssertEqual(runs, [[30, 1], [50, 2], [70, 4], [90, 8]])
        work.dispose()
        XCTAssertEqual(scheduler.waitingCount, 0)
        scheduler.advance(by: .seconds(1))
        XCTAssertEqual(runs.count, 4)
    }

    func testDisposingInsideARunStopsTheNext() {
        let scheduler = ManualScheduler()
        var runs = 0
        var work: Disposable?
        work = scheduler.schedulePeriodic((), startAfter: .milliseconds(1), period: .milliseconds(1)) { _ in
            runs += 1
            if runs == 3 { work?.dispose() }
        }
        scheduler.advance(by: .milliseconds(100))
        XCTAssertEqual(runs, 3)
        XCTAssertEqual(scheduler.waitingCount, 0)
    }

    func testTicksDuringALongRunAreMadeUpForWithoutOverlap() {
        let scheduler = ManualScheduler()
        var isRunning = false
        var runs: [[Int]] = []
        let work = scheduler.schedulePeriodic(0, startAfter: .milliseconds(10), period: .milliseconds(10)) { state in
            XCTAssertFalse(isRunning)
            isRunning = true
            runs.append([scheduler.milliseconds, state])
            if state == 0 { scheduler.advance(by: .milliseconds(25)) }
            isRunning = false
            return state + 1
        }
        scheduler.advance(by: .milliseconds(10))
        scheduler.runDue()
        XCTAssertEqual(runs, [[10, 0], [35, 1], [35, 2]])
        scheduler.advance(by: .milliseconds(5))
        XCTAssertEqual(runs, [[10, 0], [35, 1], [35, 2], [40, 3]])
        work.dispose()
    }

    func testDisposingReleasesTheActionAndTheState() {
        let scheduler = ManualScheduler()
        XCTAssertFalse(
            isHeld { probe in
                let work = scheduler.schedulePeriodic(
                    probe,
                    startAfter: .milliseconds(1),
                    period: .milliseconds(1)
                ) { state in
                    probe.touch()
                    return state
                }
                scheduler.advance(by: .milliseconds(5))
                work.dispose()
            }
        )
    }

    func testSourcesEmitOnASchedulerWithoutSendableClosures() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2, scheduler: PlainScheduler()).subscribe(recorder)
        _ = Observable.just(3, scheduler: PlainImmediateScheduler()).subscribe(recorder)
        _ = Observable<Int>.timer(.seconds(1), scheduler: PlainScheduler()).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|", "3", "|", "0", "|"])
    }

    func testSourcesEmitOnASchedulerWithSendableClosures() {
        let recorder = Recorder<Int>()
        _ = Observable.of(1, 2, scheduler: SendableScheduler()).subscribe(recorder)
        _ = Observable<Int>.interval(.seconds(1), scheduler: SendableScheduler()).subscribe(recorder)
        XCTAssertEqual(recorder.marks, ["1", "2", "|", "0", "1"])
    }
}
