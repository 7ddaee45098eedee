import Foundation
import Millrace

/// A scheduler that waits for nothing: whatever it is given, and for whenever, runs before `schedule` returns.
public struct AtOnceScheduler: SchedulerType {
    public init() {}

    public var now: RxTime { Date() }

    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        action(state)
    }

    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        action(state)
    }
}
