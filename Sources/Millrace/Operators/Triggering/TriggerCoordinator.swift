/// The coordinator of operators in which a second source, the *companion*, decides with the first source which elements
/// are emitted: `withLatestFrom`, `take(until:)`, `skip(until:)`, `sample`. The first source feeds the coordinator
/// itself.
///
/// The two sources share `state`, which is accessed only inside the gate.
@usableFromInline
final class TriggerCoordinator<State, Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    @usableFromInline
    typealias End = (TriggerCoordinator<State, Input, Output>) -> Void

    @usableFromInline
    @exclusivity(unchecked)
    var state: State

    /// What the end of the first source means. Called inside the gate.
    @usableFromInline
    let firstEnded: End

    @inlinable
    init(
        _ downstream: Sink<Output>,
        state: State,
        firstEnded: @escaping End = { $0.finish() },
        receive: @escaping Receive
    ) {
        self.state = state
        self.firstEnded = firstEnded
        super.init(downstream, receive: receive)
    }

    // The end of the first source goes through the gate, since what it sent before may wait there.
    @usableFromInline
    override func completed() {
        deliverLast(of: self) { self.firstEnded(self) }
    }
}

extension TriggerCoordinator {
    /// The sink of the companion.
    @usableFromInline
    final class CompanionSink<Element>: Coordinator<Input, Output>.InnerSink<Element>, @unchecked Sendable {
        /// What the companion's completion means. Called inside the gate.
        @usableFromInline
        let companionEnded: End

        @inlinable
        init(
            _ coordinator: TriggerCoordinator<State, Input, Output>,
            companionEnded: @escaping End = { _ in },
            receive: @escaping Receive
        ) {
            self.companionEnded = companionEnded
            super.init(coordinator, receive: receive)
        }

        @usableFromInline
        override func ended() {
            withOwner { companionEnded($0) }
            disposeAfterEnd()
        }

        @inlinable
        @inline(__always)
        func withOwner(_ body: (TriggerCoordinator<State, Input, Output>) -> Void) {
            coordinator.use {
                body($0.downcast(to: TriggerCoordinator<State, Input, Output>.self))
            }
        }
    }
}
