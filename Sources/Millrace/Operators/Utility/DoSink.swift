/// The sink of `do`.
@usableFromInline
final class DoSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    @usableFromInline
    let actions: DoActions

    @inlinable
    init(_ downstream: Sink<Element>, _ actions: DoActions, receive: @escaping Receive) {
        self.actions = actions
        super.init(downstream, receive: receive)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        guard isOpen else { return }
        do { try actions.onError?(error) } catch { return fail(error) }
        if let after = actions.afterError {
            passOn {
                $0.error(error)
            } then: {
                try after(error)
            }
        } else {
            fail(error)
        }
    }

    @usableFromInline
    override func completed() {
        guard isOpen else { return }
        do { try actions.onCompleted?() } catch { return fail(error) }
        if let after = actions.afterCompleted {
            passOn {
                $0.completed()
            } then: {
                try after()
            }
        } else {
            finish()
        }
    }

    /// Passes a terminal event on and calls what comes after it, which comes before the disposal of this sink: so that
    /// the observer at the end of the chain does not dispose it earlier, it is told that it has no upstream any more, and
    /// so is the connection of a `share()` or `share(replay: 1)` while connected. An operator below may dispose it earlier,
    /// as in RxSwift.
    private func passOn(_ deliver: (Sink<Element>) -> Void, then after: () throws -> Void) {
        if cell.stop() {
            downstream._withUnsafeGuaranteedRef { downstream in
                if downstream.endsChain { downstream.dropUpstream(self) }
                deliver(downstream)
            }
        }
        // What it throws is lost: nobody is left who could hear of it.
        try? after()
        dispose()
    }

    // A source that is gone for good leaves the disposal to be told of.
    @usableFromInline
    override func sourceReleased() {
        if actions.onDispose == nil { super.sourceReleased() }
    }

    @usableFromInline
    override func disposed() {
        callOnDispose()
    }

    /// Called when the source has been subscribed to, and when this sink is disposed: the second of the two counts.
    @usableFromInline
    func callOnDispose() {
        if !cell.claim() { actions.onDispose?() }
    }
}
