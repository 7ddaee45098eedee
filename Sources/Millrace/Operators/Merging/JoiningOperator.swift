/// An operator that goes on emitting between its source's events: those of other sources, which came out of them.
@usableFromInline
final class JoiningOperator<Input, Output>: Operator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(_ source: Observable<Input>, makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>) {
        super.init(source, makeSink: makeSink)
    }

    override package var awaited: Awaited { .unknown }
}
