extension ObservableType {
    /// Emits the elements for which `predicate` is true.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let prices = Observable.of(5, 12, 8, 20)
    /// let subscription = prices
    ///     .filter { $0 >= 10 }
    ///     .subscribe(onNext: { print($0) })
    /// // 12
    /// // 20
    /// ```
    ///
    /// - Parameter predicate: says whether to emit an element.
    @inlinable
    public func filter(
        _ predicate: @escaping (Element) throws -> Bool
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Element>.self)
            do { if try predicate(element) { sink.forward(element) } } catch { sink.fail(error) }
        }
        return Operator(asObservable()) { OperatorSink<Element, Element>($0, plain: true, receive: receive) }
    }
}
