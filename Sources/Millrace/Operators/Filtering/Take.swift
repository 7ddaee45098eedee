extension ObservableType {
    /// Emits the first `count` elements.
    ///
    /// - **Completes** right after the last of them, or when the source does. If `count` is 0, it completes at once,
    ///   without subscribing to the source.
    /// - **Fails** when the source does before that.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("gold", "silver", "bronze")
    ///     .take(2)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // gold
    /// // silver
    /// // completed
    /// ```
    ///
    /// - Parameter count: how many elements to emit at most, at least 0.
    @inlinable
    public func take(_ count: Int) -> Observable<Element> {
        require(count >= 0, "take(_:): count is \(count); it must not be negative")
        if count == 0 { return .empty() }
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Element>.self)
            let remaining = sink.state
            if remaining == 0 { return }
            // Counted before the element goes out: what an observer makes the source emit meanwhile counts too.
            sink.state = remaining &- 1
            sink.forward(element)
            if remaining == 1 { sink.finish() }
        }
        return Operator(asObservable()) { StatefulSink($0, state: count, receive: receive) }
    }
}
