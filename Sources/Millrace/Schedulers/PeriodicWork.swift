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
        letGo(of: exchange(&state, for: action(state)))
    }
}

extension DisposeBase {
    /// Hands this object's upstream to `body`, unless it has been disposed or another run has taken it.
    final func withPeriodicWork<Work: DisposeBase>(_ type: Work.Type, _ body: (Work) -> Void) {
        let taken = cell.replace(nil)
        guard !taken.wasDisposed, let pointer = taken.upstream else { return }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        body(work)
        replaceUpstream(work)
    }
}
