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
