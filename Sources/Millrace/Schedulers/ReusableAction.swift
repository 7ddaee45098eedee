/// A scheduler that runs an action at a time of its own choosing, so that several events of one subscription in one action
/// are no different from several actions.
@usableFromInline
protocol BatchingScheduler: ImmediateSchedulerType {
    /// Has `reusable action.block` called once on this scheduler, or calls `reusable action.runAtOnce()`.
    func enqueue(_ reusableAction: ReusableAction)

    /// Has `reusable action.block` called once on this scheduler, after this has returned.
    func enqueueForLater(_ reusableAction: ReusableAction)
}

extension BatchingScheduler {
    @usableFromInline
    func enqueueForLater(_ reusableAction: ReusableAction) {
        enqueue(reusableAction)
    }
}

/// An action that is scheduled again and again, but never while it waits already; so one block does for all, and a reusable action
/// allocates nothing but what the queue needs to queue it.
///
/// While it waits, what it is to work on is this object's upstream. So a disposal releases that at once.
@usableFromInline
final class ReusableAction: DisposeBase, @unchecked Sendable {
    /// What a queue is to call.
    private(set) var block: @Sendable @convention(block) () -> Void = {}

    private let scheduler: any BatchingScheduler
    private let body: (DisposeBase, ReusableActionOutcome) -> Void

    /// - Parameter body: what to do, with what became of the reusable action.
    @usableFromInline
    init(on scheduler: any BatchingScheduler, body: @escaping (DisposeBase, ReusableActionOutcome) -> Void) {
        self.scheduler = scheduler
        self.body = body
        super.init()
        // Unmanaged, since the block is this object's own: a reusable action that waits holds a reference for it.
        let reusableAction = Unmanaged.passUnretained(self)
        block = { reusableAction.takeRetainedValue().run(.arrived) }
    }

    /// Has `body` called with `target`.
    ///
    /// - Parameter later: not before this returns.
    @usableFromInline
    func request(for target: DisposeBase, later: Bool = false) {
        replaceUpstream(target)
        _ = Unmanaged.passRetained(self)
        if later { scheduler.enqueueForLater(self) } else { scheduler.enqueue(self) }
    }

    /// What `block` does, for a scheduler that the caller of `request(for:)` is on.
    func runAtOnce() {
        Unmanaged.passUnretained(self).takeRetainedValue().run(.arrivedAtOnce)
    }

    /// For a scheduler that has dropped the block.
    func abandon() {
        Unmanaged.passUnretained(self).takeRetainedValue().run(.abandoned)
    }

    private func run(_ outcome: ReusableActionOutcome) {
        let taken = lifecycle.replace(nil)
        guard !taken.wasDisposed, let pointer = taken.upstream else { return }
        let target = Unmanaged<DisposeBase>.fromOpaque(pointer).takeRetainedValue()
        body(target, outcome)
    }
}

/// What became of a reusable action.
@usableFromInline
enum ReusableActionOutcome {
    /// The caller is on the scheduler.
    case arrived
    /// The same, inside of the request, whose caller was there already.
    case arrivedAtOnce
    /// The scheduler was made to forget it.
    case abandoned
}
