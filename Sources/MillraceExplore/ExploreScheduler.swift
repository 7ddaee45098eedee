import Foundation
import Millrace

/// A scheduler whose actions a thread of an exploration runs: see ``ExploreRun/scheduler(_:)``.
public final class ExploreScheduler: SchedulerType, @unchecked Sendable {
    let queue = JobQueue()

    init() {}

    /// When the action was due that was begun last. The clock begins with 1970.
    public var now: RxTime { Date(timeIntervalSince1970: Double(queue.clock) / 1_000_000_000) }

    /// Schedules `action` to be run by the thread.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        schedule(state, after: 0, action)
    }

    /// Schedules `action` to be run by the thread, after all actions that are due earlier.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long from now; a negative span counts as zero, and with `.never` the action is not run.
    ///   - action: what to run.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let delay = dueTime.saturatedNanoseconds
        return delay == .max ? Disposables.create() : schedule(state, after: delay, action)
    }

    private func schedule<StateType>(
        _ state: StateType,
        after delay: Int64,
        _ action: @escaping (StateType) -> Disposable
    ) -> Disposable {
        let result = SingleAssignmentDisposable()
        let number = queue.add(after: delay) {
            if !result.isDisposed { result.setDisposable(action(state)) }
        }
        return Disposables.create { [queue] in
            queue.remove(number)
            result.dispose()
        }
    }
}
