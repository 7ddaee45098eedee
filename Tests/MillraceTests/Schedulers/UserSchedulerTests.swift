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

final class UserSchedulerTests: XCTestCase {
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
