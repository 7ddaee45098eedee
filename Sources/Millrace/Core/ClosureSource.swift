/// A source given by what it does for each subscription.
@usableFromInline
final class ClosureSource<Element>: Producer<Element>, @unchecked Sendable {
    @usableFromInline
    let body: (Sink<Element>) -> Void

    @inlinable
    init(_ body: @escaping (Sink<Element>) -> Void) {
        self.body = body
        super.init()
    }

    @usableFromInline
    override func attach(owned sink: Unmanaged<Sink<Element>>) {
        let sink = sink.takeRetainedValue()
        body(sink)
    }
}
