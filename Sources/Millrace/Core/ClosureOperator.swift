/// The observable of an operator that does more for a subscription than putting a sink before its source: given by what
/// it does for each of them.
@usableFromInline
class ClosureOperator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion. `body` must not hold the source.
    @usableFromInline
    final let source: Unmanaged<Observable<Input>>

    @usableFromInline
    final let body: (_ source: Observable<Input>, _ downstream: Sink<Output>) -> Void

    @inlinable
    init(_ source: Observable<Input>, _ body: @escaping (Observable<Input>, Sink<Output>) -> Void) {
        self.source = Unmanaged.passRetained(source)
        self.body = body
        super.init()
    }

    deinit {
        releaseLink(source.toOpaque())
    }

    @usableFromInline
    override final func attach(owned downstream: Unmanaged<Sink<Output>>) {
        let downstream = downstream.takeRetainedValue()
        source._withUnsafeGuaranteedRef { body($0, downstream) }
    }
}
