/// The sink of an operator that keeps state from one element to the next. In all else it is an `OperatorSink`.
///
/// One thread at a time delivers. So `state` needs no check for exclusive access, and state of a trivial type needs no
/// protection. If two threads deliver at once, against the grammar, mixed-up words do no harm, but a reference that
/// both threads exchange would be released twice. So state that may hold references is touched only through
/// `withState`, `loadState()`, `storeState(_:)` and `exchangeState(for:)`: a few instructions under a lock, never while
/// code of a user can run. One of the two threads may miss what the other has just stored.
@usableFromInline
package class StatefulSink<State, Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    package final var state: State

    // Touched only through `lock`. It lies behind the state: if the state has 1 to 8 bytes, glibc's malloc would hand
    // out the lock's bytes anyway.
    @usableFromInline
    @exclusivity(unchecked)
    final var lockStorage = Lock.Storage()

    @inlinable
    package init(
        _ downstream: Sink<Output>,
        state: State,
        function: StaticString = #function,
        receive: @escaping Receive
    ) {
        self.state = state
        #if DEBUG
            // The observer at the end of the chain may receive too few events to detect the two threads.
            super.init(
                downstream,
                plain: true,
                receive: OverlapDetector.guarding(receive) { (sink: Sink<Input>) in
                    "\(function) of the subscription at \(sink.placeOfSubscription ?? "(unknown)")"
                }
            )
        #else
            super.init(downstream, plain: true, receive: receive)
        #endif
    }

    // The operator itself may fail at the same time, on another thread: only one terminal event passes.
    @usableFromInline
    override func error(_ error: Swift.Error) {
        if lifecycle.stop() { downstream.error(error) }
    }

    @usableFromInline
    override func completed() {
        if lifecycle.stop() { downstream.completed() }
    }
}

extension StatefulSink {
    @inlinable
    @inline(__always)
    final var lock: Lock { Lock(at: &lockStorage) }

    /// Changes the state, in a few instructions that call no code of a user. `body` returns what it takes out, or
    /// stores it in a variable outside, so that it is released after the lock is left.
    @inlinable
    @inline(__always)
    package final func withState<Result>(_ body: (inout State) -> Result) -> Result {
        if _isPOD(State.self) { return body(&state) }
        lock.acquire()
        defer { lock.release() }
        return body(&state)
    }

    /// A copy of the state.
    @inlinable
    @inline(__always)
    package final func loadState() -> State {
        withState { $0 }
    }

    /// Replaces the state by `new`.
    @inlinable
    @inline(__always)
    package final func storeState(_ new: State) {
        releaseValue(exchangeState(for: new))
    }

    /// Replaces the state by `new` and returns the former state.
    @inlinable
    @inline(__always)
    package final func exchangeState(for new: State) -> State {
        var exchanged = new
        withState { swap(&$0, &exchanged) }
        return exchanged
    }
}

/// A `StatefulSink` that gives the completion of its source a meaning of the operator's own.
@usableFromInline
package final class CompletingSink<State, Input, Output>: StatefulSink<State, Input, Output>, @unchecked Sendable {
    @usableFromInline
    package typealias Complete = (StatefulSink<State, Input, Output>) -> Void

    // A closure, so that it is specialized where the operator is used; see `Sink`.
    @usableFromInline
    let complete: Complete

    @inlinable
    package init(
        _ downstream: Sink<Output>,
        state: State,
        function: StaticString = #function,
        receive: @escaping Receive,
        complete: @escaping Complete
    ) {
        self.complete = complete
        super.init(downstream, state: state, function: function, receive: receive)
    }

    @usableFromInline
    override func completed() {
        complete(self)
    }
}
