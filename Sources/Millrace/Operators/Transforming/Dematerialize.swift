extension ObservableType where Element: EventConvertible {
    /// Turns elements that represent events back into those events; the reverse of `materialize()`.
    ///
    /// - **Completes** at the first element that represents `completed`, or when the source does.
    /// - **Fails** at the first element that represents an `error`, with that error, or when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let recorded: [Event<Int>] = [.next(1), .next(2), .completed, .next(3)]
    /// let subscription = Observable.from(recorded)
    ///     .dematerialize()
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 1
    /// // 2
    /// // completed
    /// ```
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
