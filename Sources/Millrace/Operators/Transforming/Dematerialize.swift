extension ObservableType where Element: EventConvertible {
    /// Turns elements that represent events back into those events; the reverse of `materialize()`.
    ///
    /// - **Completes** with the first element that represents `completed`, or when the source does.
    /// - **Fails** with the first element that represents an `error`, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    @inlinable
    public func dematerialize() -> Observable<Element.Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Element.Element>.self)
            switch element.event {
            case .next(let value): sink.forward(value)
            case .error(let error): sink.fail(error)
            case .completed: sink.finish()
            }
        }
        return Operator(asObservable()) { OperatorSink<Element, Element.Element>($0, receive: receive) }
    }
}
