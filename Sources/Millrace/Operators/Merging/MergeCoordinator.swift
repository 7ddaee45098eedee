/// Passes on the elements of many sources, and completes when all of them have: the coordinator of `merge` and
/// `flatMap`.
@usableFromInline
class MergeCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    /// How many inner sources were started. Only the outer source's thread writes this, and only until the outer source
    /// has ended. If two threads feed the outer source at once, a start may be lost; then more inner sources end than
    /// were counted, and downstream must still be completed.
    @usableFromInline
    @exclusivity(unchecked)
    final var started = 0

    // Accessed only through `ended`.
    @usableFromInline
    @exclusivity(unchecked)
    final var endedWord = AtomicCounter.Storage()

    // Used inside the gate.
    @exclusivity(unchecked)
    private final var outerEnded = false

    @inlinable
    override init(_ downstream: Sink<Output>, receive: @escaping Receive) {
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        disposeUpstream()
        insideGate {
            let coordinator = $0.downcast(to: MergeCoordinator<Input, Output>.self)
            coordinator.outerEnded = true
            if coordinator.isIdle { coordinator.finish() }
        }
    }

    /// How many inner sources have ended.
    @inlinable
    @inline(__always)
    final var ended: AtomicCounter { AtomicCounter(at: &endedWord) }

    /// Whether all inner sources that were started have ended.
    @inlinable
    final var isIdle: Bool { ended.value >= started }

    /// An inner source has ended. Called inside the gate.
    @usableFromInline
    final func sourceEnded() {
        let count = ended.advance(by: 1)
        if outerEnded && count >= started { finish() }
    }
}

extension MergeCoordinator {
    /// Merges a further source, and passes its elements on unchanged. Called on the outer source's thread.
    @inlinable
    final func merge(_ source: Observable<Output>) {
        started += 1
        // One element needs no subscription.
        if let element = source.knownElement { return passSingle(element) }
        subscribe(
            MergedSink(self, byOuter: true, receive: MergedSink.relay),
            to: source,
            byOuter: true
        )
    }

    /// Passes on all that a source of one element sends: the element and the completion.
    @inlinable
    @inline(__always)
    final func passSingle(_ element: Output) {
        let pass = enterGate()
        if pass == .busy {
            return submit {
                self.forward(element)
                self.sourceEnded()
            }
        }
        forward(element)
        sourceEnded()
        leaveGate(pass)
    }
}

extension MergeCoordinator {
    /// The sink of one of the sources that are merged.
    @usableFromInline
    class MergedSink: Coordinator<Input, Output>.InnerSink<Output>, @unchecked Sendable {
        /// Passes an element on through the gate.
        @inlinable
        static func relay(_ sink: Sink<Output>, _ element: Output) {
            let sink = sink.downcast(to: MergedSink.self)
            sink.coordinator.use { coordinator in
                let pass = coordinator.enterGate()
                if pass == .busy { return coordinator.submit { coordinator.forward(element) } }
                if coordinator.isOpen {
                    coordinator.downstream.next(element)
                } else {
                    sink.dispose()
                }
                coordinator.leaveGate(pass)
            }
        }

        // Downstream receives the error before the source's subscription is disposed.
        @usableFromInline
        override func error(_ error: Swift.Error) {
            failThenDispose(error)
        }

        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describeInnerPressure(&path) }
        }

        @usableFromInline
        override func endedAndDisposed() {
            coordinator.use {
                $0.downcast(to: MergeCoordinator<Input, Output>.self).sourceEnded()
            }
        }
    }
}
