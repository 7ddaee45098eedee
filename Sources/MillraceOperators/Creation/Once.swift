import Millrace

extension ObservableType {
    /// Emits an element to the first subscriber only.
    ///
    /// ```
    /// once(a), first subscription   a|
    /// once(a), later subscriptions  |
    /// ```
    ///
    /// - **Emits** the element to the first subscription. If several threads subscribe at once, one of the subscriptions
    ///   gets the element.
    /// - **Completes** right after the element, at once without it.
    /// - **Fails** never.
    /// - **Disposal** has no effect: the element has been emitted by then.
    /// - **Thread**: emits on the thread that subscribes.
    /// - **Complexity**: O(1); holds the element until the first subscription.
    ///
    /// ```swift
    /// let coupon = Observable.once("10 % off")
    /// _ = coupon.subscribe(onNext: { print($0) })
    /// _ = coupon.subscribe(onNext: { print($0) }, onCompleted: { print("none left") })
    /// // 10 % off
    /// // none left
    /// ```
    ///
    /// - Parameter element: what to emit.
    public static func once(_ element: Element) -> Observable<Element> {
        let kept = Locked<Element?>(element)
        return Observable.deferred {
            kept.access { exchange(&$0, for: nil) }.map { .just($0) } ?? .empty()
        }
    }
}
