/// A scheduler of a user's own type, or one on which each action runs by itself, for `ReusableAction`.
///
/// If `schedule` runs the action at once, the next action is scheduled by the loop that called `schedule`
/// (`SchedulingCall`), not from inside the action: the stack stays bounded. The first action schedules the next one
/// itself, since a trampoline runs its actions before `schedule` returns, and gives other work a turn in between.
@usableFromInline
final class SingleActionScheduler: BatchingScheduler, @unchecked Sendable {
    private let scheduler: ImmediateSchedulerType

    /// What the scheduler has returned for the action that waits.
    @usableFromInline
    let scheduled = SerialDisposable()

    /// The call that scheduled the action which runs. Changed only by the actions, one of which runs at a time.
    @exclusivity(unchecked)
    private var call: SchedulingCall?

    @usableFromInline
    init(_ scheduler: ImmediateSchedulerType) {
        self.scheduler = scheduler
    }

    @usableFromInline
    func schedule<State>(_ state: State, action: @escaping @Sendable (State) -> Disposable) -> Disposable {
        scheduler.schedule(state, action: action)
    }

    @usableFromInline
    func enqueue(_ action: ReusableAction) {
        schedule(action, within: nil)
    }

    @usableFromInline
    func enqueueForLater(_ action: ReusableAction) {
        if self.call?.leaveNext() == true { return }
        while true {
            let call = SchedulingCall()
            schedule(action, within: call)
            if !call.end() { return }
        }
    }

    private func schedule(_ action: ReusableAction, within call: SchedulingCall?) {
        // The item is stored before the action can run, and so before the next action can be scheduled.
        let item = SingleAssignmentDisposable()
        scheduled.disposable = item
        item.setDisposable(
            scheduler.schedule(Run(action)) { run in
                self.call = call
                run.run()
                return Disposables.create()
            }
        )
    }

    /// An action that is scheduled: it runs once, or the scheduler drops it.
    private final class Run: @unchecked Sendable {
        private let action: ReusableAction
        @exclusivity(unchecked)
        private var hasRun = false

        init(_ action: ReusableAction) {
            self.action = action
        }

        deinit {
            if !hasRun { action.drop() }
        }

        func run() {
            if exchange(&hasRun, for: true) { return }
            action.block()
        }
    }
}
