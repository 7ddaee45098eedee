/// The observable of an operator that does more for a subscription than putting a sink before its source: given by what
/// it does for each of them.
@usableFromInline
final class ClosureOperator<Input, Output>: Producer<Output>, @unchecked Sendable {
    // Owned; unmanaged so that long chains are released without recursion. `body` must not hold the source.
    @usableFromInline
    let source: Unmanaged<Observable<Input>>

    @usableFromInline
    let body: (_ source: Observable<Input>, _ downstream: Sink<Output>) -> Void

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
    override func attach(owned downstream: Unmanaged<Sink<Output>>) {
        let downstream = downstream.takeRetainedValue()
        source._withUnsafeGuaranteedRef { body($0, downstream) }
    }
}
