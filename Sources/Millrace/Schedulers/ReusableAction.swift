/// A scheduler that runs an action at a time of its own choosing. So one action may deliver several events of one
/// subscription: no observer can tell it from several actions.
@usableFromInline
package protocol BatchingScheduler: ImmediateSchedulerType {
    /// Has `reusableAction.block` called once on this scheduler, or calls `reusableAction.runAtOnce()`.
    func enqueue(_ reusableAction: ReusableAction)

    /// Has `reusableAction.block` called once on this scheduler, after this call has returned.
    func enqueueForLater(_ reusableAction: ReusableAction)
}

extension BatchingScheduler {
    @usableFromInline
    package func enqueueForLater(_ reusableAction: ReusableAction) {
        enqueue(reusableAction)
    }
}

/// An action that is made once and scheduled many times, but never while it already waits. So one block serves all
/// runs, and a run allocates only what the queue needs to hold the block.
///
/// While the action waits, its target is this object's upstream. So a disposal releases the target at once.
@usableFromInline
package final class ReusableAction: DisposeBase, @unchecked Sendable {
    /// The block that a queue calls.
    package private(set) var block: @Sendable @convention(block) () -> Void = {}

    private let scheduler: any BatchingScheduler
    private let carried: CarriedValues?
    private let body: (DisposeBase, Outcome) -> Void

    /// - Parameters:
    ///   - carried: task-local values that `body` finds.
    ///   - body: called with the target of the request and with what became of the action.
    @usableFromInline
    init(
        on scheduler: any BatchingScheduler,
        carrying carried: CarriedValues?,
        body: @escaping (DisposeBase, Outcome) -> Void
    ) {
        self.scheduler = scheduler
        self.carried = carried
        self.body = body
        super.init()
        // Unmanaged, since this object holds the block: each request retains this object, and the block releases it.
        let reusableAction = Held(borrowing: self)
        block = { reusableAction.take().run(.arrived) }
    }

    /// Asks the scheduler to call `body` with `target`.
    ///
    /// - Parameter later: true if `body` must not be called before this method returns.
    @usableFromInline
    func request(for target: DisposeBase, later: Bool = false) {
        replaceUpstream(target)
        _ = Held(retaining: self)
        if later { scheduler.enqueueForLater(self) } else { scheduler.enqueue(self) }
    }

    /// Does what `block` does, if the caller of `request(for:later:)` is on the scheduler already.
    package func runAtOnce() {
        Held(borrowing: self).take().run(.arrivedAtOnce)
    }

    /// Called when the scheduler drops the block without calling it.
    package func drop() {
        Held(borrowing: self).take().run(.dropped)
    }

    private func run(_ outcome: Outcome) {
        let taken = lifecycle.replace(nil)
        guard !taken.wasDisposed, let pointer = taken.upstream else { return }
        let target = Held<DisposeBase>(at: pointer).take()
        guard let carried else { return body(target, outcome) }
        carried.restore { body(target, outcome) }
    }
}

extension ReusableAction {
    /// What became of a requested action.
    @usableFromInline
    enum Outcome {
        /// The scheduler runs the action.
        case arrived
        /// The action runs inside the request, whose caller was on the scheduler already.
        case arrivedAtOnce
        /// The scheduler has dropped the action; its body is not called on the scheduler.
        case dropped
    }
}
