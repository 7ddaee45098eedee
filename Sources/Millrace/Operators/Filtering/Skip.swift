extension ObservableType {
    /// Emits the elements after the first `count`.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let table = Observable.of("item,price", "tea,3", "milk,1")
    /// let subscription = table
    ///     .skip(1)
    ///     .subscribe(onNext: { print($0) })
    /// // tea,3
    /// // milk,1
    /// ```
    ///
    /// - Parameter count: how many elements to leave out; none if it is 0 or less.
    @inlinable
    public func skip(_ count: Int) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Element>.self)
            let remaining = sink.state
            if remaining <= 0 {
                sink.forward(element)
            } else {
                sink.state = remaining &- 1
            }
        }
        return Operator(asObservable()) { StatefulSink($0, state: count, receive: receive) }
    }
}
