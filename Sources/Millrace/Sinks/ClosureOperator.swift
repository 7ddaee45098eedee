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

/// A source given by what it does for each subscription.
@usableFromInline
class ClosureSource<Element>: Producer<Element>, @unchecked Sendable {
    @usableFromInline
    final let body: (Sink<Element>) -> Void

    @inlinable
    init(_ body: @escaping (Sink<Element>) -> Void) {
        self.body = body
        super.init()
    }

    @usableFromInline
    override final func attach(owned sink: Unmanaged<Sink<Element>>) {
        let sink = sink.takeRetainedValue()
        body(sink)
    }
}

/// An operator that emits only when it is fed, as `Operator`, and does more than that for a subscription.
@usableFromInline
final class FedOperator<Input, Output>: ClosureOperator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(_ source: Observable<Input>, _ body: @escaping (Observable<Input>, Sink<Output>) -> Void) {
        super.init(source, body)
    }

    override package var awaited: Awaited { .source(source.takeUnretainedValue()) }

    // `DoSink` has its end followed by closures before whoever receives the end may dispose it.
    @usableFromInline
    override var looksDownstream: Bool { true }
}
