extension ObservableType {
    /// Combines each element with an object, without keeping the object alive.
    ///
    /// - **Emits** what `resultSelector` makes of the object and the element.
    /// - **Completes** when the source does, or at the first element that comes after the object has been released.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: `resultSelector` is called on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// final class Shop { let currency = "EUR" }
    /// var shop: Shop? = Shop()
    /// let prices = PublishSubject<Int>()
    /// let subscription = prices
    ///     .withUnretained(shop!) { shop, price in "\(price) \(shop.currency)" }
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("the shop has gone") })
    /// prices.onNext(3)
    /// shop = nil
    /// prices.onNext(4)
    /// // 3 EUR
    /// // the shop has gone
    /// ```
    ///
    /// - Parameters:
    ///   - obj: the object, which is referred to weakly.
    ///   - resultSelector: makes the element to emit from the object and an element of the source.
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

    /// Emits pairs of an object and an element, without keeping the object alive; otherwise as
    /// `withUnretained(_:resultSelector:)`.
    ///
    /// - Parameter obj: the object, which is referred to weakly.
    @inlinable
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> Observable<(Object, Element)> {
        withUnretained(obj) { ($0, $1) }
    }
}
