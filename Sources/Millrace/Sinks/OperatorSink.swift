/// The sink of an operator: receives `Input`, passes `Output` on, and passes terminal events on as they are.
///
/// Operators without state use this class with a `receive` of their own. Operators with state add stored properties in
/// a subclass.
@usableFromInline
class OperatorSink<Input, Output>: Sink<Input>, @unchecked Sendable {
    // Owned; unmanaged so that events touch no reference count and long chains are released without recursion.
    @usableFromInline
    final let downstream: Held<Sink<Output>>

    /// - Parameter plain: the subclass overrides neither `nextPart()` nor `disposed()`, so a disposal calls neither.
    @inlinable
    init(_ downstream: Sink<Output>, plain: Bool = false, receive: @escaping Receive) {
        self.downstream = Held(retaining: downstream)
        super.init(receive: receive)
        if plain { lifecycle.tag = Lifecycle.plain }
    }

    deinit {
        downstream.use { $0.sourceReleased() }
        releaseLink(downstream)
    }

    @usableFromInline
    override func error(_ error: Swift.Error) {
        if isOpen { downstream.error(error) }
    }

    @usableFromInline
    override func completed() {
        if isOpen { downstream.completed() }
    }

    @usableFromInline
    override var placeOfSubscription: String? { downstream.use { $0.placeOfSubscription } }

    @usableFromInline
    override func sourceReleased() {
        downstream.use { $0.detachUpstream(self) }
    }
}

extension OperatorSink {
    /// Passes an element on, unless the subscription has ended in the meantime.
    @inlinable
    @inline(__always)
    final func forward(_ element: Output) {
        if isOpen { downstream.next(element) }
    }

    /// Ends the stream with an error of this operator's own.
    @usableFromInline
    final func fail(_ error: Swift.Error) {
        if lifecycle.stop() { downstream.error(error) }
    }

    /// Completes the stream by this operator's own decision.
    @usableFromInline
    final func finish() {
        if lifecycle.stop() { downstream.completed() }
    }

    /// Ends the stream with a last element and completion. Between the two, only a disposal can end the stream:
    /// terminal events from other threads are dropped.
    @usableFromInline
    final func finish(with element: Output) {
        if lifecycle.stop() { passLast(element) }
    }

    /// As `finish(with:)`, for a caller that has stopped this sink already.
    @usableFromInline
    final func passLast(_ element: Output) {
        downstream.use {
            $0.next(element)
            if !isDisposed { $0.completed() }
        }
    }
}
