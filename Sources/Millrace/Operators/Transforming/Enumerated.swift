extension ObservableType {
    /// Emits each element together with its number. Each subscription counts from 0.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("gold", "silver", "bronze")
    ///     .enumerated()
    ///     .subscribe(onNext: { print("\($0.index): \($0.element)") })
    /// // 0: gold
    /// // 1: silver
    /// // 2: bronze
    /// ```
    @inlinable
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Int, Element, (index: Int, element: Element)>.self)
            let index = sink.state
            sink.state = index + 1
            sink.forward((index: index, element: element))
        }
        return Operator(asObservable()) { StatefulSink($0, state: 0, receive: receive) }
    }
}
