import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs work on a dispatch queue that may be concurrent: pieces of work may overlap.
///
/// It suits work in the background. Events that must stay in order belong on a serial scheduler.
public class ConcurrentDispatchQueueScheduler: SchedulerType, BatchingScheduler, @unchecked Sendable {
    /// A span of time in seconds.
    public typealias TimeInterval = Double

    /// A point in time.
    public typealias Time = Date

    let configuration: DispatchQueueConfiguration

    /// The time of day by the system's clock, which jumps when it is set. Operators measure spans of time by the clock
    /// of Dispatch's timers instead: it does not jump, and stands still while the system sleeps.
    public var now: Date { Date() }

    /// A scheduler on `queue`.
    ///
    /// - Parameters:
    ///   - queue: where to run work; serial or concurrent.
    ///   - leeway: how much later than asked for the system may fire a timer.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        configuration = DispatchQueueConfiguration(queue: queue, leeway: leeway)
    }

    /// A scheduler on a new concurrent queue.
    ///
    /// - Parameters:
    ///   - qos: the queue's quality of service.
    ///   - leeway: how much later than asked for the system may fire a timer.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        self.init(
            queue: DispatchQueue(label: "millrace.queue.\(qos.qosClass)", qos: qos, attributes: .concurrent),
            leeway: leeway
        )
    }

    /// Runs `action` on the queue as soon as possible.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public final func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        configuration.schedule(state, action: action)
    }

    @usableFromInline
    package func enqueue(_ reusableAction: ReusableAction) {
        configuration.queue.async(execute: reusableAction.block)
    }

    /// Runs `action` on the queue, `dueTime` from now. A negative span counts as zero.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public final func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        configuration.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Runs `action` on the queue, `startAfter` from now and then every `period`, with the state it returned before.
    ///
    /// The runs of one action never overlap. The time that they take does not add to the period. Runs for which the
    /// queue is too busy are left out.
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
