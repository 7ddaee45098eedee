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
