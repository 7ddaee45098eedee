/// A source whose closure obeys the pressure, or emits at most one element.
@usableFromInline
final class PausableSource<Element>: ClosureSource<Element>, @unchecked Sendable {
    @inlinable
    override init(function: StaticString = #function, _ body: @escaping (Sink<Element>) -> Void) {
        super.init(function: function, body)
    }

    @usableFromInline
    override var pausing: Pausing { .pauses }
}
