/// A closure and its state, run again and again, one run at a time.
///
/// The work is the upstream of the object that is disposed to cancel the runs. A run takes the work out of that object
/// and puts it back. So a disposal either finds the work and releases it at once, with what it captured, or leaves the
/// release to the run that is under way. A run allocates nothing.
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
    /// Takes this object's upstream out, hands it to `body` and puts it back, unless this object has been disposed or
    /// another run has taken the upstream.
    final func withPeriodicWork<Work: DisposeBase>(_ type: Work.Type, _ body: (Work) -> Void) {
        let taken = lifecycle.replace(nil)
        guard !taken.wasDisposed, let pointer = taken.upstream else { return }
        let work = Held<Work>(at: pointer).take()
        body(work)
        replaceUpstream(work)
    }
}

extension PeriodicWork {
    /// Periodic work on a scheduler that has no periodic work of its own: it is made from `scheduleRelative`.
    ///
    /// Every tick schedules the next tick before it does its work, so the duration of the work does not add to the
    /// period. If a tick finds the work of an earlier tick under way, its own work is done after that. So the action
    /// never overlaps itself, even on a concurrent scheduler.
    final class Recursive: @unchecked Sendable {
        enum Command {
            /// The period has passed.
            case tick
            /// The work of a tick that found earlier work under way.
            case work
        }

        private let period: RxTimeInterval
        private let action: (State) -> State
        // How many ticks have work that is not done. The thread whose tick increases the count from 0 owns `state`, and
        // hands `state` on when it decreases the count.
        private let pending = AtomicCounter.Object()
        private var state: State

        init(_ state: State, _ period: RxTimeInterval, _ action: @escaping (State) -> State) {
            self.state = state
            self.period = period
            self.action = action
        }

        func run(_ command: Command, _ step: RecursiveSchedule<Command>.Step) {
            if case .tick = command {
                step.schedule(.tick, dueTime: period)
                guard pending.add(1) == 0 else { return }
            }
            releaseValue(exchange(&state, for: action(state)))
            if pending.add(-1) > 1 { step.schedule(.work) }
        }
    }
}
