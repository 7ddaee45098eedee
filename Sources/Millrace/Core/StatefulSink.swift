/// The sink of an operator that remembers something from one element to the next, and is otherwise as `OperatorSink`.
///
/// `state` is touched by the thread that delivers alone, so it needs no check for exclusive access; whoever calls user
/// code while it holds an `inout` access to it must keep that code from coming back (see `scan(into:accumulator:)`).
@usableFromInline
class StatefulSink<State, Input, Output>: OperatorSink<Input, Output>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    final var state: State

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
}
