/// The coordinator of operators in which a second source, the *companion*, has a say in what becomes of the elements of
/// the first: `withLatestFrom`, `take(until:)`, `skip(until:)`, `sample`. The first source feeds the coordinator itself.
///
/// `state` is what the two have in common; it is touched inside the gate.
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

    // The first source has ended; what it sent before may wait in the gate.
    @usableFromInline
    override func completed() {
        serialize { $0.downcast(to: TriggerCoordinator<State, Input, Output>.self).firstEnded() }
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

/// Receives the companion. Its completion means nothing, unless a subclass says so.
@usableFromInline
class TriggerSink<Element, State, Input, Output>: InnerSink<Element, Input, Output>, @unchecked Sendable {
    @inlinable
    init(_ coordinator: TriggerCoordinator<State, Input, Output>, receive: @escaping Receive) {
        super.init(coordinator, receive: receive)
    }

    // Downstream hears of it first.
    @usableFromInline
    override func error(_ error: Swift.Error) {
        serialize {
            $0.failed(error)
            $0.disposeAfterEnd()
        }
    }
}

extension TriggerSink {
    @inlinable
    @inline(__always)
    final func withOwner(_ body: (TriggerCoordinator<State, Input, Output>) -> Void) {
        coordinator._withUnsafeGuaranteedRef {
            body($0.downcast(to: TriggerCoordinator<State, Input, Output>.self))
        }
    }
}
