extension Coordinator {
    /// The sink of one of the sources that meet in a `Coordinator`.
    ///
    /// Except in `amb`, the operator's `receive` takes elements through the coordinator's gate. This class takes
    /// terminal events through the gate, then calls `failed(_:)` or `ended()`. These dispose the source's subscription,
    /// and say what the event means for the operator.
    @usableFromInline
    class InnerSink<Element>: Sink<Element>, @unchecked Sendable {
        // Not retained: the coordinator counts this sink as a source, and stays alive until the sink is released.
        @usableFromInline
        final let coordinator: Held<Coordinator<Input, Output>>

        // Written before MR_MEMBER is set.
        @usableFromInline
        @exclusivity(unchecked)
        final var key: CompositeDisposable.DisposeKey?

        @inlinable
        init(_ coordinator: Coordinator<Input, Output>, receive: @escaping Receive) {
            self.coordinator = Held(borrowing: coordinator)
            super.init(receive: receive)
            _ = coordinator.sourceCount.add(1)
        }

        deinit {
            coordinator.use { $0.sourceLeft() }
        }

        /// The source has failed: downstream receives the error, then the source's subscription is disposed. Called inside
        /// the gate, while the sink is open.
        @usableFromInline
        func failed(_ error: Swift.Error) {
            coordinator.use { $0.fail(error) }
            disposeAfterEnd()
        }

        /// The source has completed: its subscription is disposed. Called inside the gate, while the sink is open.
        @usableFromInline
        func ended() {
            disposeAfterEnd()
        }

        // An element is only a signal; the sinks of sources whose elements are passed on describe more.
        @usableFromInline
        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? { nil }

        // What has come from this source and not gone on.
        override var queueReading: QueueReading? {
            coordinator.use { $0.keepsUnmatched ? QueueReading() : nil }
        }

        override var placeOfSubscription: String? { coordinator.use { $0.placeOfSubscription } }

        @usableFromInline
        override final var below: Held<Sink<Never>>? { coordinator.cast() }

        @usableFromInline
        override func error(_ error: Swift.Error) {
            deliverLast { $0.failed(error) }
        }

        @usableFromInline
        override func completed() {
            deliverLast { $0.ended() }
        }

        /// Does work inside the gate, for the event after which the operator needs nothing more from the source; does
        /// nothing if the sink has closed meanwhile.
        @usableFromInline
        final func deliverLast(_ work: @escaping (InnerSink<Element>) -> Void) {
            guard isOpen else { return }
            coordinator.use { $0.deliverLast(of: self) { if self.isOpen { work(self) } } }
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

        @usableFromInline
        func detachFromGroup() {
            guard let key else { return }
            coordinator.use { $0.group.detach(key) }
        }
    }

    /// The sink of an inner source that is passed on as it is: the elements, the error and the completion.
    @usableFromInline
    class RelayingSink: InnerSink<Output>, @unchecked Sendable {
        @inlinable
        override init(_ coordinator: Coordinator<Input, Output>, receive: @escaping Receive) {
            super.init(coordinator, receive: receive)
        }

        /// Passes an element on through the gate.
        @inlinable
        static func relay(_ sink: Sink<Output>, _ element: Output) {
            let sink = sink.downcast(to: RelayingSink.self)
            sink.coordinator.use { coordinator in
                coordinator.deliver {
                    if coordinator.isOpen { coordinator.downstream.next(element) } else { sink.dispose() }
                }
            }
        }

        @usableFromInline
        override func ended() {
            coordinator.use { $0.finish() }
            disposeAfterEnd()
        }

        // Without an outer source, the program itself has named the inner sources; a wrong one is its mistake.
        @usableFromInline
        override final func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            if Input.self != Never.self { path.isInner = true }
            return coordinator.use { coordinator in
                if let mark = coordinator.gateMark { path.watermarks.append(mark) }
                return coordinator.downstream.cast()
            }
        }
    }
}
