/// What waits in a virtual time scheduler's queue.
class VirtualTimeWork: DisposeBase, @unchecked Sendable {
    /// Runs the work. The scheduler calls it, after it has taken the work out of the queue.
    func run() {}
}

/// Such work, and when it is due.
class VirtualTimeItem<Time>: VirtualTimeWork, @unchecked Sendable {
    // Changed by the scheduler's thread alone, while the item is not in the queue.
    @exclusivity(unchecked)
    final var time: Time

    init(_ time: Time) {
        self.time = time
    }
}

/// Work that runs once. Whoever claims it owns the state and the action, as in `ScheduledItem`.
final class VirtualTimeAction<Time, State>: VirtualTimeItem<Time>, @unchecked Sendable {
    // The claim gives exclusive access. Apart, since a tuple of a generic type looks its metadata up at each use.
    @exclusivity(unchecked)
    private final var state: State?
    @exclusivity(unchecked)
    private final var action: ((State) -> Disposable)?

    init(_ time: Time, _ state: State, _ action: @escaping (State) -> Disposable) {
        self.state = state
        self.action = action
        super.init(time)
    }

    override func run() {
        guard cell.claim(), let state = exchange(&state, for: nil), let action = exchange(&action, for: nil) else {
            return
        }
        holdResult(of: action(state))
    }

    override func disposed() {
        guard cell.claim() else { return }
        let dropped = (exchange(&state, for: nil), exchange(&action, for: nil))
        letGo(of: dropped)
    }
}
