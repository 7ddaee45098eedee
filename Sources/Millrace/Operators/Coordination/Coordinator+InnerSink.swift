extension Coordinator {
    /// The sink of one of the sources that meet in a `Coordinator`.
    ///
    /// The operator's `receive` takes elements through the coordinator's gate. This class takes terminal events through
    /// the gate, disposes the source's subscription, then calls `endedAndDisposed()` or `failedAndDisposed(_:)`, which
    /// subclasses override. A subclass that passes the terminal event on before it disposes
    /// the source overrides `error` and `completed`.
    @usableFromInline
    class InnerSink<Element>: Sink<Element>, @unchecked Sendable {
        // Not retained: the coordinator counts this sink as a source, and stays alive until the sink is released.
        @usableFromInline
        final let coordinator: Held<Coordinator<Input, Output>>

        // Written before the sink joins the group.
        @usableFromInline
        @exclusivity(unchecked)
        final var key: CompositeDisposable.DisposeKey?

        /// - Parameter byOuter: whether the sink is made on the thread of the outer source or of the subscription. If
        ///   true, `subscribe(_:to:byOuter: true)` counts the sink as a source; if false, this initializer does.
        @inlinable
        init(_ coordinator: Coordinator<Input, Output>, byOuter: Bool = false, receive: @escaping Receive) {
            self.coordinator = Held(borrowing: coordinator)
            super.init(receive: receive)
            if !byOuter { coordinator.sourceCount.join() }
        }

        deinit {
            coordinator.use { $0.innerReleased() }
        }

        /// The source has completed, and its subscription has been disposed. Called inside the gate.
        @usableFromInline
        func endedAndDisposed() {}

        /// The source has failed, and its subscription has been disposed. Called inside the gate.
        @usableFromInline
        func failedAndDisposed(_ error: Swift.Error) {
            coordinator.use { $0.fail(error) }
        }

        // A subclass that passes its elements on calls `describeInnerPressure`. In the others, an element is only a
        // signal.
        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? { nil }

        override var placeOfSubscription: String? { coordinator.use { $0.placeOfSubscription } }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            insideGateIfOpen {
                $0.disposeAfterEnd()
                $0.failedAndDisposed(error)
            }
        }

        @usableFromInline
        override func completed() {
            guard isOpen else { return }
            coordinator.use { coordinator in
                let pass = coordinator.enterGate()
                if pass == .busy { return submitCompletion() }
                if isOpen {
                    disposeAfterEnd()
                    endedAndDisposed()
                }
                coordinator.leaveGate(pass)
            }
        }

        // Submits without checking `isOpen` first: see `GateWork.enterAndCatchUp(_:)`.
        private func submitCompletion() {
            coordinator.use { coordinator in
                coordinator.submit {
                    guard self.isOpen else { return }
                    self.disposeAfterEnd()
                    self.endedAndDisposed()
                }
            }
            disposeUpstream()
        }

        /// Does work inside the gate, unless the sink is no longer open by then. For the last event of the source that
        /// counts. If the event has to wait for another thread, the source is disposed at once: it may be emitting in a
        /// loop on this thread, and the other thread may be in a callback that does not return.
        @usableFromInline
        final func insideGateIfOpen(_ work: @escaping (InnerSink<Element>) -> Void) {
            guard isOpen else { return }
            coordinator.use { coordinator in
                let pass = coordinator.enterGate()
                if pass == .busy {
                    coordinator.submit { if self.isOpen { work(self) } }
                    return disposeUpstream()
                }
                if isOpen { work(self) }
                coordinator.leaveGate(pass)
            }
        }

        /// Fails inside the gate, and disposes the source's subscription afterwards: downstream receives the error
        /// first.
        @usableFromInline
        final func failThenDispose(_ error: Swift.Error) {
            insideGateIfOpen {
                $0.coordinator.use { $0.fail(error) }
                $0.disposeAfterEnd()
            }
        }

        /// Disposes the source's subscription, and leaves the group.
        @usableFromInline
        final func disposeAfterEnd() {
            dispose()
            if lifecycle.leaveGroup() { detachFromGroup() }
        }

        @usableFromInline
        override func sourceReleased() {
            if lifecycle.detachFromGroup() { detachFromGroup() }
        }

        private func detachFromGroup() {
            guard let key else { return }
            coordinator.use { $0.group.detach(key) }
        }
    }
}
