extension ObservableType {
    /// Emits the elements of the source, or `default` if it completes without any.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameter default: the element to emit if the source has none.
    @inlinable
    public func ifEmpty(default: Element) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            sink.state = false
            sink.forward(element)
        }
        return Operator(asObservable()) { IfEmptySink($0, default: `default`, receive: receive) }
    }
}

/// Remembers whether the source has sent no element so far.
@usableFromInline
final class IfEmptySink<Element>: StatefulSink<Bool, Element, Element>, @unchecked Sendable {
    @usableFromInline
    let `default`: Element

    @inlinable
    init(_ downstream: Sink<Element>, default: Element, receive: @escaping Receive) {
        self.default = `default`
        super.init(downstream, state: true, receive: receive)
    }

    @usableFromInline
    override func completed() {
        if state { finish(with: `default`) } else { finish() }
    }
}
