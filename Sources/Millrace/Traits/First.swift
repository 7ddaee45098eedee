extension ObservableType {
    /// The first element, or `nil` if there is none.
    ///
    /// - **Emits** the source's first element as soon as it comes, and completes with it; `nil` if the source completes
    ///   without any.
    /// - **Fails** when the source does before its first element.
    /// - **Disposal** disposes the source's subscription, as the element does once it has been delivered.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1); one allocation for each subscription.
    @inlinable
    public func first() -> Single<Element?> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element?>.self)
            // What an observer makes the source emit meanwhile is no first element.
            if sink.state { return }
            sink.state = true
            sink.forward(element)
            sink.finish()
        }
        return PrimitiveSequence(raw: Operator(asObservable()) { FirstSink($0, receive: receive) })
    }
}

/// Remembers whether the element has come.
@usableFromInline
final class FirstSink<Element>: StatefulSink<Bool, Element, Element?>, @unchecked Sendable {
    @inlinable
    init(_ downstream: Sink<Element?>, receive: @escaping Receive) {
        super.init(downstream, state: false, receive: receive)
    }

    @usableFromInline
    override func completed() {
        if state { return }
        forward(nil)
        finish()
    }
}
