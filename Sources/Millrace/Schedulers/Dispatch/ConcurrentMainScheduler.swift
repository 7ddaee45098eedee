import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs work on the main queue. If `schedule` is called on the main queue, the work always runs before `schedule`
/// returns.
///
/// It suits subscribing (`subscribe(on:)`), where the order of pieces of work does not matter. Events that must stay in
/// order belong on `MainScheduler`.
public final class ConcurrentMainScheduler: SchedulerType, BatchingScheduler, Sendable {
    /// A span of time in seconds.
    public typealias TimeInterval = Double

    /// A point in time.
    public typealias Time = Date

    /// The scheduler.
    public static let instance = ConcurrentMainScheduler()

    private let configuration = DispatchQueueConfiguration(queue: DispatchQueue.main)

    private init() {}

    /// The time of day by the system's clock, which jumps when it is set. Operators measure spans of time by the clock
    /// of Dispatch's timers instead: it does not jump, and stands still while the system sleeps.
    public var now: Date { Date() }

    /// Runs `action` on the main queue: now if the caller is on the main queue, otherwise as soon as possible.
    ///
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        DispatchQueue.isMain ? action(state) : configuration.schedule(state, action: action)
    }

    @usableFromInline
    package func enqueue(_ reusableAction: ReusableAction) {
        if DispatchQueue.isMain { reusableAction.runAtOnce() } else { enqueueForLater(reusableAction) }
    }

    // Through the queue: the stack stays flat, and the action comes after all that already waits for the main queue.
    @usableFromInline
    package func enqueueForLater(_ reusableAction: ReusableAction) {
        configuration.queue.async(execute: reusableAction.block)
    }

    /// Runs `action` on the main queue, `dueTime` from now. A negative span counts as zero.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        configuration.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Runs `action` on the main queue, `startAfter` from now and then every `period`, with the state that it returned
    /// before.
    ///
    /// The time that `action` takes does not add to the period. Runs for which the queue is too busy are left out.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - startAfter: how long to wait for the first run.
    ///   - period: how long from one run to the next.
    ///   - action: what to run; it is given the state, and returns the next one.
    /// - Returns: a disposable that cancels all runs that have not begun.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        configuration.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}
