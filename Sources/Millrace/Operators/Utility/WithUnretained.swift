extension ObservableType {
    /// Combines each element with an object that is held weakly.
    ///
    /// - **Emits** what `resultSelector` makes of the object and the element.
    /// - **Completes** when the source does, or at the first element that comes when the object is gone.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `resultSelector` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// - Parameters:
    ///   - obj: the object.
    ///   - resultSelector: makes the result.
    @inlinable
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object,
        resultSelector: @escaping (Object, Element) -> Out
    ) -> Observable<Out> {
        let target = WeakReference(obj)
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: OperatorSink<Element, Out>.self)
            if let object = target.object {
                sink.forward(resultSelector(object, element))
            } else {
                sink.finish()
            }
        }
        return Operator(asObservable()) { OperatorSink<Element, Out>($0, plain: true, receive: receive) }
    }

    /// Emits pairs of an object, which is held weakly, and an element; otherwise as
    /// `withUnretained(_:resultSelector:)`.
    @inlinable
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> Observable<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }
}
