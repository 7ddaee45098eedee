extension ObservableType {
    /// Emits all elements from the first one for which `predicate` is false.
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `predicate` is called on the thread that the source emits on, and not again once it was false.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameter predicate: says whether to leave the element out.
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
