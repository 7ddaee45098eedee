import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that runs work as soon as it can.
///
/// A type of your own may declare `action` with or without `@Sendable`.
public protocol ImmediateSchedulerType {
    /// Schedules `action` to be run as soon as possible.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: what cancels the action, if it has not begun, and disposes what it returned.
    @preconcurrency
    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable
}

extension ImmediateSchedulerType {
    /// Schedules `action`, which may schedule itself again.
    ///
    /// - Parameters:
    ///   - state: handed to the first run of `action`.
    ///   - action: what to run; each call of `recurse` inside it schedules one more run, with the state it is given.
    /// - Returns: what cancels all runs that have not begun. Once it is disposed, `recurse` has no effect, and what
    ///   `action` captured is released as soon as no run is under way.
    @preconcurrency
    public func scheduleRecursive<State>(
        _ state: State,
        action: @escaping @Sendable (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> Disposable {
        RecursiveSchedule.start(state, dueTime: nil) { state, step in
            action(state) { step.schedule($0) }
        } enqueue: { step, state, _ in
            self.schedule(state) { state in
                step.run(state)
                return NopDisposable.instance
            }
        }
    }
}

/// A scheduler that knows time.
///
/// A type of your own may declare `action` with or without `@Sendable`, and may leave `schedulePeriodic` out.
public protocol SchedulerType: ImmediateSchedulerType {
    /// The time by this scheduler's clock.
    var now: RxTime { get }

    /// Schedules `action` to be run once, `dueTime` from now.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait; a negative span counts as none, `.never` does not end.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: what cancels the action, if it has not begun, and disposes what it returned.
    @preconcurrency
    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable

    /// Schedules `action` to be run after `startAfter` and then once every `period`, with the state it returned before.
    ///
    /// - Parameters:
    ///   - state: handed to the first run of `action`.
    ///   - startAfter: how long to wait for the first run.
    ///   - period: how long from the start of a run to the start of the next.
    ///   - action: what to run, one run at a time; its result is the state of the next run.
    /// - Returns: what cancels all runs that have not begun.
    @preconcurrency
    func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable
}

extension SchedulerType {
    /// Periodic work by means of `scheduleRelative`: each run schedules the next.
    ///
    /// A run that takes longer than `period` delays those that follow; they are made up for, one right after another.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        let work = RecursivePeriod(state, period, action)
        return scheduleRecursive(RecursivePeriod<StateType>.Command.tick, dueTime: startAfter) { command, step in
            work.run(command, step)
        }
    }

    /// Schedules `action` to be run `dueTime` from now; it may schedule itself again through the step it is given, with
    /// or without a wait.
    func scheduleRecursive<State>(
        _ state: State,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (State, RecursiveStep<State>) -> Void
    ) -> Disposable {
        RecursiveSchedule.start(state, dueTime: dueTime, action: action) { step, state, dueTime in
            let run: @Sendable (State) -> Disposable = { state in
                step.run(state)
                return NopDisposable.instance
            }
            guard let dueTime else { return self.schedule(state, action: run) }
            return self.scheduleRelative(state, dueTime: dueTime, action: run)
        }
    }
}

/// A span of time, as schedulers take it.
public typealias RxTimeInterval = DispatchTimeInterval

/// A point in time, as schedulers tell it.
public typealias RxTime = Date
