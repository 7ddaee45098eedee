/// The sink of an operator that remembers something from one element to the next, and is otherwise as `OperatorSink`.
///
/// One thread at a time delivers, so `state` needs no check for exclusive access, and state of a trivial type no
/// protection. Where two threads do deliver at once, against the grammar, words that are mixed up harm nobody, but a
/// reference that both of them exchange would be released twice. So state that may hold references is touched through
/// `withState`, `loadState()` and `exchangeState(for:)` alone: a few instructions under a lock, never while code of a
/// user can run. One of the two threads may miss what the other has just stored.
@usableFromInline
class StatefulSink<State, Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    final var state: State

    // Touched through `lock` alone. Behind the state, where a state of up to 12 bytes leaves room
    // for it that malloc would hand out anyway.
    @usableFromInline
    @exclusivity(unchecked)
    final var lockStorage = Lock.Storage()

    @inlinable
    init(_ downstream: Sink<Output>, state: State, receive: @escaping Receive) {
        self.state = state
        #if DEBUG
            // The observer at the end may hear too little of the two threads to notice them.
            super.init(
                downstream,
                plain: true,
                receive: OverlapDetector.guarding(receive) {
                    "(an operator from \(Input.self) to \(Output.self))"
                }
            )
        #else
            super.init(downstream, plain: true, receive: receive)
        #endif
    }

    // A failure of this operator's own may come at the same time, from another thread: one of them passes.
    @usableFromInline
    override func error(_ error: Swift.Error) {
        if lifecycle.stop() { downstream._withUnsafeGuaranteedRef { $0.error(error) } }
    }

    @usableFromInline
    override func completed() {
        if lifecycle.stop() { downstream._withUnsafeGuaranteedRef { $0.completed() } }
    }
}

extension StatefulSink {
    @inlinable
    @inline(__always)
    final var lock: Lock { Lock(at: &lockStorage) }

    /// Changes the state, in a few instructions that call nothing of a user's. What `body` takes out it returns or leaves
    /// in a variable outside, so that it is released after the lock is left.
    @inlinable
    @inline(__always)
    final func withState<Result>(_ body: (inout State) -> Result) -> Result {
        if _isPOD(State.self) { return body(&state) }
        lock.enter()
        defer { lock.leave() }
        return body(&state)
    }

    /// A copy of the state.
    @inlinable
    @inline(__always)
    final func loadState() -> State {
        withState { $0 }
    }

    /// Puts `new` in the place of the state.
    @inlinable
    @inline(__always)
    final func storeState(_ new: State) {
        releaseValue(exchangeState(for: new))
    }

    /// Puts `new` in the place of the state, and moves the former one out.
    @inlinable
    @inline(__always)
    final func exchangeState(for new: State) -> State {
        var exchanged = new
        withState { swap(&$0, &exchanged) }
        return exchanged
    }
}
