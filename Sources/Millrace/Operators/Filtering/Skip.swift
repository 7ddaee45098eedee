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

extension ObservableType {
    /// Leaves out elements until `predicate` is false for one, then emits that element and all that follow.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on. It is not called again after it has
    ///   been false.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let lines = Observable.of("# servers", "# in Europe", "host = a", "# spare", "host = b")
    /// let subscription = lines
    ///     .skip(while: { $0.hasPrefix("#") })
    ///     .subscribe(onNext: { print($0) })
    /// // host = a
    /// // # spare
    /// // host = b
    /// ```
    ///
    /// - Parameter predicate: says whether to leave an element out, and to go on asking.
    @inlinable
    public func skip(
        while predicate: @escaping (Element) throws -> Bool
    ) -> Observable<Element> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Element, Element>.self)
            let isSkipping = sink.state
            if isSkipping {
                do {
                    if try predicate(element) { return }
                } catch {
                    sink.fail(error)
                    return
                }
                sink.state = false
            }
            sink.forward(element)
        }
        return Operator(asObservable()) { StatefulSink($0, state: true, receive: receive) }
    }
}
