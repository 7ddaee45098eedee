extension ObservableType {
    /// Emits `elements`, then the elements of the source.
    ///
    /// - **Emits** `elements` before `subscribe` returns, and before it subscribes to the source. Even if an observer
    ///   has ended the subscription by then, the source is subscribed to; that subscription is then disposed at once.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** stops the emission between two elements, and disposes the source's subscription.
    /// - **Thread**: emits `elements` on the thread that subscribes, the rest on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; no allocation for a subscription, and no cost for the source's
    ///   elements.
    ///
    /// ```swift
    /// let subscription = Observable.of(2, 3)
    ///     .startWith(0, 1)
    ///     .subscribe(onNext: { print($0) })
    /// // 0
    /// // 1
    /// // 2
    /// // 3
    /// ```
    ///
    /// - Parameter elements: what to emit first.
    @inlinable
    public func startWith(_ elements: Element...) -> Observable<Element> {
        ClosureOperator(asObservable()) { source, downstream in
            for element in elements where downstream.isOpen { downstream.next(element) }
            source.attach(downstream)
        }
    }
}
