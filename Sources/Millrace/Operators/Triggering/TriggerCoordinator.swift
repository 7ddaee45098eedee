/// The coordinator of operators in which a second source, the *companion*, decides with the first source which elements
/// are emitted: `withLatestFrom`, `take(until:)`, `skip(until:)`, `sample`. The first source feeds the coordinator
/// itself.
///
/// The two sources share `state`, which is accessed only inside the gate.
@usableFromInline
class TriggerCoordinator<State, Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    @usableFromInline
    @exclusivity(unchecked)
    final var state: State

    @inlinable
    init(_ downstream: Sink<Output>, state: State, receive: @escaping Receive) {
        self.state = state
        super.init(downstream, receive: receive)
    }

    // The first source has ended. Its end goes through the gate, since what it sent before may wait there.
    @usableFromInline
    override func completed() {
        endInsideGate { $0.downcast(to: TriggerCoordinator<State, Input, Output>.self).firstEnded() }
    }

    /// What the end of the first source means. Called inside the gate.
    @usableFromInline
    func firstEnded() {
        finish()
    }
}

extension TriggerCoordinator {
    /// Called inside the gate.
    @inlinable
    @inline(__always)
    final func replaceState(by new: State) {
        releaseValue(exchange(&state, for: new))
    }
}

extension TriggerCoordinator {
    /// The sink of the companion. The companion's completion has no effect unless a subclass gives it one.
    @usableFromInline
    class CompanionSink<Element>: Coordinator<Input, Output>.InnerSink<Element>, @unchecked Sendable {
        @inlinable
        init(_ coordinator: TriggerCoordinator<State, Input, Output>, receive: @escaping Receive) {
            super.init(coordinator, receive: receive)
        }

        // Downstream receives the error before the companion's subscription is disposed.
        @usableFromInline
        override func error(_ error: Swift.Error) {
            failThenDispose(error)
        }

        @inlinable
        @inline(__always)
        final func withOwner(_ body: (TriggerCoordinator<State, Input, Output>) -> Void) {
            coordinator.use {
                body($0.downcast(to: TriggerCoordinator<State, Input, Output>.self))
            }
        }
    }
}
