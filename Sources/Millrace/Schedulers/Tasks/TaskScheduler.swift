#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the schedulers on Swift's concurrency share: one action at a time, in the order of scheduling, and a Swift
/// `Clock` for the time.
///
/// An observable that is observed on such a scheduler needs no further synchronization.
///
/// - **Order**: actions that are due at the same time run in the order of scheduling.
/// - **Task-locals**: actions have none, neither those of the code that schedules them nor those of the code that made
///   the scheduler; `observe(on:carrying:)` brings the ones you name.
/// - **Time**: a due action sleeps on the clock in a task of its own. It is cancelled with its disposable, and dropped
///   if the clock's `sleep` throws.
/// - **Blocking**: an action runs where Swift runs tasks. An action that blocks occupies a thread that other tasks need.
/// - **Fairness**: after 16 actions, or 256 elements of `observe(on:)`, other work of the same actor or executor takes
///   a turn.
/// - **Complexity**: O(1) for an action, O(log n) for a due action, where n are waiting. A scheduler that has been used
///   keeps a task of about 1.5 kB while it lives.
public class TaskScheduler: SchedulerType, BatchingScheduler, @unchecked Sendable {
    let queue: Queue
    private let time: ClockTime
    private let due = DueActions()

    init(_ clock: some Clock<Duration>, start: @escaping @Sendable (Queue) -> Void) {
        queue = Queue(start)
        time = ClockTime(clock)
    }

    deinit {
        queue.close()
    }

    /// The time by this scheduler's clock.
    ///
    /// With a `ContinuousClock` or a `SuspendingClock`, the system's time at which the scheduler was made, and what has
    /// passed since. Any other clock counts from 2001-01-01 00:00:00 UTC on, as only spans of its time mean anything.
    public final var now: RxTime { time.now }

    /// Runs `action` after all actions that were scheduled before.
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
        let item = ScheduledWork.Item(state, action)
        queue.add(.work(item))
        return item
    }

    /// Runs `action` once, `dueTime` from now by the scheduler's clock.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait; a negative span counts as zero, and with `.never` the action never runs.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public final func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let item = ScheduledWork.Item(state, action)
        guard let span = dueTime.duration else { return item }
        let action = DueActions.Action(time.elapsed() + span, due, item)
        start(action)
        return action
    }

    /// Runs `action` after `startAfter` and then every `period` by the scheduler's clock, with the state it returned
    /// before.
    ///
    /// The runs never overlap, and their times do not drift: they are multiples of `period` after the first. No run is
    /// left out. Runs that are late, since an action took long or the clock was set forward, follow one another without
    /// a wait.
    ///
    /// - Parameters:
    ///   - state: handed to the first run of `action`.
    ///   - startAfter: how long to wait for the first run; as in `scheduleRelative(_:dueTime:action:)`.
    ///   - period: how long from one run to the next; with `.never`, there is one run.
    ///   - action: what to run; it is given the state, and returns the next one.
    /// - Returns: a disposable that cancels all runs that have not begun.
    @preconcurrency
    public final func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        guard let span = startAfter.duration else { return Disposables.create() }
        return PeriodicAction(PeriodicWork(state, action), self, first: time.elapsed() + span, period.duration)
    }

    @usableFromInline
    final package func enqueue(_ reusableAction: ReusableAction) {
        queue.add(.batch(reusableAction))
    }

    // The source is faster than its observer: other work of the executor must not wait until the source ends.
    @usableFromInline
    final package func enqueueForLater(_ reusableAction: ReusableAction) {
        queue.push(.pause)
        queue.add(.batch(reusableAction))
    }

    /// Has `action` run at its deadline.
    private func start(_ action: DueActions.Action) {
        due.add(action)
        if action.deadline <= time.elapsed() {
            due.move(dueBy: action.deadline, to: queue)
        } else {
            // The task holds the scheduler, whose end would end the queue.
            due.setTask(Task.detached { await self.wait(for: action) }, of: action)
        }
        // A disposal that came before the action was added has not found it.
        if action.isDisposed { due.remove(action) }
    }

    private func wait(for action: DueActions.Action) async {
        do {
            try await time.sleep(action.deadline)
            due.move(dueBy: action.deadline, to: queue)
        } catch {
            // If another task has moved the action into the queue, the action runs there. `setTask`, which comes later,
            // then cancels this task.
            if due.remove(action) { action.dispose() }
        }
    }

    /// Work that runs again and again; each run schedules the next.
    private final class PeriodicAction<State>: DisposeBase, @unchecked Sendable {
        private let scheduler: TaskScheduler
        private let period: Duration?
        private let next = SerialDisposable()
        // Changed only by the runs.
        private var deadline: Duration

        init(_ work: PeriodicWork<State>, _ scheduler: TaskScheduler, first: Duration, _ period: Duration?) {
            self.scheduler = scheduler
            self.period = period
            deadline = first
            super.init()
            setUpstream(work)
            schedule()
        }

        private func schedule() {
            let action = DueActions.Action(deadline, scheduler.due, Run(self))
            // Stored before the action can run, and so before the run can store the next action: otherwise this action
            // would take the next action's place, and dispose the next action.
            next.disposable = action
            scheduler.start(action)
        }

        private func run() {
            withPeriodicWork(PeriodicWork<State>.self) { $0.run() }
            guard let period, !isDisposed else { return }
            deadline += period
            schedule()
        }

        override func disposed() {
            next.dispose()
        }

        private final class Run: ScheduledWork, @unchecked Sendable {
            private let action: PeriodicAction

            init(_ action: PeriodicAction) {
                self.action = action
            }

            override func run() {
                action.run()
            }
        }
    }
}

extension TaskScheduler {
    /// A clock as a scheduler uses it: its times are spans since the scheduler was made.
    private struct ClockTime: Sendable {
        /// The scheduler's time at which it was made.
        private let start: Date

        let elapsed: @Sendable () -> Duration

        /// Sleeps until a deadline.
        let sleep: @Sendable (Duration) async throws -> Void

        /// A date near the reference date differs from another by exact nanoseconds, and today's date does not. A clock
        /// of one's own may need that.
        init(_ clock: some Clock<Duration>) {
            let origin = clock.now
            start =
                clock is ContinuousClock || clock is SuspendingClock ? Date() : Date(timeIntervalSinceReferenceDate: 0)
            elapsed = { origin.duration(to: clock.now) }
            sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
        }

        var now: Date {
            let (seconds, attoseconds) = elapsed().components
            return start.addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
        }
    }
}
