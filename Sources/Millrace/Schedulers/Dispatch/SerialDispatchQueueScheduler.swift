import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs work on a serial dispatch queue: one piece at a time, in the order of scheduling.
///
/// An observable that is observed on this scheduler needs no further synchronization.
public class SerialDispatchQueueScheduler: SchedulerType, BatchingScheduler, @unchecked Sendable {
    /// A span of time in seconds.
    public typealias TimeInterval = Double

    /// A point in time.
    public typealias Time = Date

    let configuration: DispatchQueueConfiguration

    /// The time of day by the system's clock, which jumps when it is set. Operators measure spans of time by the clock
    /// of Dispatch's timers instead: it does not jump, and stands still while the system sleeps.
    public var now: Date { Date() }

    init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        configuration = DispatchQueueConfiguration(queue: serialQueue, leeway: leeway)
    }

    /// A scheduler on a new serial queue.
    ///
    /// - Parameters:
    ///   - internalSerialQueueName: the label of the queue.
    ///   - serialQueueConfiguration: called once with the queue, before anything runs on it.
    ///   - leeway: how much later than asked for the system may fire a timer.
    public convenience init(
        internalSerialQueueName: String,
        serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        serialQueueConfiguration?(queue)
        self.init(serialQueue: queue, leeway: leeway)
    }

    /// A scheduler on a new serial queue whose work is done by `queue`.
    ///
    /// - Parameters:
    ///   - queue: serial or concurrent; its other work may overlap with the scheduler's work.
    ///   - internalSerialQueueName: the label of the new queue.
    ///   - leeway: how much later than asked for the system may fire a timer.
    public convenience init(
        queue: DispatchQueue,
        internalSerialQueueName: String,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
    }

    /// A scheduler on a new serial queue whose work is done by the global queue of a quality of service.
    ///
    /// - Parameters:
    ///   - qos: the quality of service.
    ///   - internalSerialQueueName: the label of the new queue.
    ///   - leeway: how much later than asked for the system may fire a timer.
    public convenience init(
        qos: DispatchQoS,
        internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(
            queue: DispatchQueue.global(qos: qos.qosClass),
            internalSerialQueueName: internalSerialQueueName,
            leeway: leeway
        )
    }

    /// Runs `action` on the queue, after all work that was scheduled before.
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
        scheduleInternal(state, action: action)
    }

    @usableFromInline
    package func enqueue(_ reusableAction: ReusableAction) {
        configuration.queue.async(execute: reusableAction.block)
    }

    package func keepsWaiting(_ action: Awaited.Action) -> Bool { true }

    // Does the work of `schedule`; `MainScheduler` overrides it.
    func scheduleInternal<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        configuration.schedule(state, action: action)
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

#if DEBUG || TRACE_RESOURCES
    extension Resources {
        // Not inlinable: how this module was compiled decides whether observables are counted, for callers in other
        // modules, too.
        @usableFromInline
        static func incrementObservables(on scheduler: ImmediateSchedulerType) {
            if scheduler is SerialDispatchQueueScheduler { serialDispatchQueueObservables.add(1) }
        }

        static func decrementObservables(on scheduler: ImmediateSchedulerType) {
            if scheduler is SerialDispatchQueueScheduler { serialDispatchQueueObservables.add(-1) }
        }
    }
#endif
