extension ObservableType {
    /// Emits only the element at the position `index`, counted from 0.
    ///
    /// - **Completes** right after that element.
    /// - **Fails** with `RxError.argumentOutOfRange` if the source completes without such an element, or when the
    ///   source fails before the element comes.
    /// - **Disposal** disposes the source's subscription, as completing does.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("gold", "silver", "bronze")
    ///     .element(at: 1)
    ///     .subscribe(onNext: { print($0) })
    /// // silver
    /// ```
    ///
    /// - Parameter index: the position of the element, at least 0.
    @inlinable
    public func element(at index: Int) -> Observable<Element> {
        require(index >= 0, "element(at:): index is \(index); it must not be negative")
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, Element>.self)
            let remaining = sink.state
            sink.state = remaining &- 1
            if remaining == 0 {
                sink.forward(element)
                sink.finish()
            }
        }
        return Operator(asObservable()) {
            CompletingSink($0, state: index, receive: receive) { sink in
                // Below 0, the element has been passed on, and its observer has made the source complete.
                if sink.state < 0 { sink.finish() } else { sink.fail(RxError.argumentOutOfRange) }
            }
        }
    }
}
