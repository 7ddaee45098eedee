extension ObservableType {
    /// Collects all elements in an array.
    ///
    /// - **Emits** the array when the source completes.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription, and drops what was collected.
    /// - **Thread**: emits on the thread that the source completes on.
    /// - **Complexity**: amortized O(1) for each element; the memory of all of them.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2, 3)
    ///     .toArray()
    ///     .subscribe(onSuccess: { print($0) })
    /// // [1, 2, 3]
    /// ```
    @_alwaysEmitIntoClient
    public func toArray() -> Single<[Element]> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<[Element], Element, [Element]>.self)
            if sink.isOpen { sink.withState { $0.append(element) } }
        }
        let array: Observable<[Element]> = Operator(asObservable()) {
            CompletingSink($0, state: [], receive: receive) { $0.finish(with: $0.exchangeState(for: [])) }
        }
        return PrimitiveSequence(raw: array)
    }
}
