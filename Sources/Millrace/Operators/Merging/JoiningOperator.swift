/// An operator that also emits between its source's events: it emits the events of the sources that these events
/// brought.
@usableFromInline
final class JoiningOperator<Input, Output>: Operator<Input, Output>, @unchecked Sendable {
    @inlinable
    override init(
        _ source: Observable<Input>,
        function: StaticString = #function,
        makeSink: @escaping (__owned Sink<Output>) -> Sink<Input>
    ) {
        super.init(source, function: function, makeSink: makeSink)
    }

    override package var awaited: Awaited { .unknown }
}
