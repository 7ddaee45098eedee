/// A closure and its state, run again and again, one run at a time.
///
/// It is the upstream of the object that somebody disposes. A run takes it out and puts it back; so a disposal either
/// finds it, and releases what it captured at once, or leaves that to the run that is under way. A run allocates nothing.
class PeriodicWork<State>: DisposeBase, @unchecked Sendable {
    @exclusivity(unchecked)
    private final var state: State
    private final let action: (State) -> State

    init(_ state: State, _ action: @escaping (State) -> State) {
        self.state = state
        self.action = action
    }

    final func run() {
        releaseValue(exchange(&state, for: action(state)))
    }
}

extension DisposeBase {
    /// Hands this object's upstream to `body`, unless it has been disposed or another run has taken it.
    final func withPeriodicWork<Work: DisposeBase>(_ type: Work.Type, _ body: (Work) -> Void) {
        let taken = lifecycle.replace(nil)
        guard !taken.wasDisposed, let pointer = taken.upstream else { return }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        body(work)
        replaceUpstream(work)
    }
}

/// Periodic work on a scheduler that can only wait.
///
/// Every tick schedules the next before it does the work, so that the work's duration does not add to the period. A tick
/// that finds the work of an earlier one under way leaves its own to be done after that: the action never overlaps
/// itself, on a concurrent scheduler either.
final class RecursivePeriod<State>: @unchecked Sendable {
    enum Command {
        /// The period has passed.
        case tick
        /// Work that an earlier tick left.
        case work
    }

    private let period: RxTimeInterval
    private let action: (State) -> State
    // Ticks whose work is not done. Whoever makes it leave 0 owns `state`, and hands it on with its decrement.
    private let pending = AtomicCounterObject()
    private var state: State

    init(_ state: State, _ period: RxTimeInterval, _ action: @escaping (State) -> State) {
        self.state = state
        self.period = period
        self.action = action
    }

    func run(_ command: Command, _ step: RecursiveStep<Command>) {
        if case .tick = command {
            step.schedule(.tick, dueTime: period)
            guard pending.add(1) == 0 else { return }
        }
        releaseValue(exchange(&state, for: action(state)))
        if pending.add(-1) > 1 { step.schedule(.work) }
    }
}
