import Dispatch
import MillraceUnchecked

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that runs work as soon as it can.
///
/// A type of your own may declare `action` with or without `@Sendable`. A scheduler is `Sendable`; the compiler does not
/// check a type of your own for that. Make sure that its methods may be called on any thread.
@preconcurrency
public protocol ImmediateSchedulerType: UncheckedSendable {
    /// Schedules `action` to be run as soon as possible.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
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
    /// - Returns: a disposable that cancels all runs that have not begun. Once it is disposed, `recurse` has no effect,
    ///   and what `action` captured is released as soon as no run is under way.
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

/// A scheduler with a clock, which can also run work later and periodically.
///
/// A type of your own may declare `action` with or without `@Sendable`, and may leave `schedulePeriodic` out.
@preconcurrency
public protocol SchedulerType: ImmediateSchedulerType {
    /// The time by this scheduler's clock.
    ///
    /// On a scheduler of your own, operators measure spans of time with `now`, such as how long ago an element came. If
    /// `now` goes back, these operators count on from there. If `now` is set forward, they take that for time that has
    /// passed.
    var now: RxTime { get }

    /// Schedules `action` to be run once, `dueTime` from now.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait; a negative span counts as zero, and with `.never` the wait does not end.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
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
    ///   - period: the time from the start of one run to the start of the next.
    ///   - action: what to run, one run at a time; its result is the state of the next run.
    /// - Returns: a disposable that cancels all runs that have not begun.
    @preconcurrency
    func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable
}

extension SchedulerType {
    /// Schedules periodic work by means of `scheduleRelative`: each run schedules the next.
    ///
    /// A run that takes longer than `period` delays the runs that follow. No run is left out: delayed runs follow one
    /// another without a wait.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - startAfter: how long to wait for the first run.
    ///   - period: how long from one run to the next.
    ///   - action: what to run; it is given the state, and returns the next one.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        let work = PeriodicWork.Recursive(state, period, action)
        return scheduleRecursive(PeriodicWork<StateType>.Recursive.Command.tick, dueTime: startAfter) { command, step in
            work.run(command, step)
        }
    }

    /// Schedules `action` to be run `dueTime` from now. Through the step that it is given, `action` may schedule itself
    /// again, with or without a wait.
    func scheduleRecursive<State>(
        _ state: State,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (State, RecursiveSchedule<State>.Step) -> Void
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

/// The type of the spans of time that schedulers take.
public typealias RxTimeInterval = DispatchTimeInterval

/// The type of the points in time that schedulers return.
public typealias RxTime = Date
