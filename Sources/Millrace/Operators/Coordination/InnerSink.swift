/// The sink of one of the sources that meet in a `Coordinator`.
///
/// Elements go through the coordinator's gate in `receive`, which the operator writes; terminal events do here; a
/// sink whose end means something else overrides `ended()` and `failed(_:)`.
@usableFromInline
class InnerSink<Element, Input, Output>: Sink<Element>, @unchecked Sendable {
    // Kept alive by being counted there as a source.
    @usableFromInline
    final let coordinator: Unmanaged<Coordinator<Input, Output>>

    // Written before the sink joins the group.
    @usableFromInline
    @exclusivity(unchecked)
    final var key: CompositeDisposable.DisposeKey?

    /// - Parameter byOuter: it is made on the thread of the outer source, or of the subscription; `subscribe(_:to:)` is
    ///   told so too, and counts it.
    @inlinable
    init(_ coordinator: Coordinator<Input, Output>, byOuter: Bool = false, receive: @escaping Receive) {
        self.coordinator = Unmanaged.passUnretained(coordinator)
        super.init(receive: receive)
        if !byOuter { coordinator.sourceCount.join() }
    }

    deinit {
        coordinator._withUnsafeGuaranteedRef { $0.innerReleased() }
    }

    /// What the end of the source means to the operator. Called inside the gate, when the source's subscription has been
    /// disposed.
    @usableFromInline
    func ended() {}

    /// What its failure means. Called inside the gate, when the source's subscription has been disposed.
    @usableFromInline
    func failed(_ error: Swift.Error) {
        coordinator._withUnsafeGuaranteedRef { $0.fail(error) }
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        serialize {
            $0.disposeAfterEnd()
            $0.failed(error)
        }
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        coordinator._withUnsafeGuaranteedRef { coordinator in
            let pass = coordinator.enter()
            if pass == .busy { return submitCompletion() }
            if isOpen {
                disposeAfterEnd()
                ended()
            }
            coordinator.leave(pass)
        }
    }

    // Without a look at the sink before: see `GateWork.enter(_:)`.
    private func submitCompletion() {
        coordinator._withUnsafeGuaranteedRef { coordinator in
            coordinator.submit {
                guard self.isOpen else { return }
                self.disposeAfterEnd()
                self.ended()
            }
        }
    }

    /// Does something inside the gate, unless the sink is disposed by then.
    @usableFromInline
    final func serialize(_ work: @escaping (InnerSink<Element, Input, Output>) -> Void) {
        guard isOpen else { return }
        coordinator._withUnsafeGuaranteedRef { coordinator in
            let pass = coordinator.enter()
            if pass == .busy { return coordinator.submit { if self.isOpen { work(self) } } }
            if isOpen { work(self) }
            coordinator.leave(pass)
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
        coordinator._withUnsafeGuaranteedRef { $0.group.abandon(key) }
    }
}
