import Millrace

extension ObservableType {
    /// Calls a function for each subscription, and emits what the function returns.
    ///
    /// ```
    /// fromCallable { a }  a|
    /// ```
    ///
    /// - **Emits** the result, before `subscribe` returns.
    /// - **Completes** right after the result.
    /// - **Fails** with the error that `callable` throws.
    /// - **Disposal** has no effect on a call that is under way; its result is dropped.
    /// - **Thread**: calls `callable` on the thread that subscribes; `subscribe(on:)` moves the call elsewhere.
    /// - **Complexity**: O(1); one allocation for each subscription.
    ///
    /// ```swift
    /// var stock = 2
    /// let order = Observable<Int>.fromCallable {
    ///     guard stock > 0 else { throw RxError.noElements }
    ///     stock -= 1
    ///     return stock
    /// }
    /// for _ in 1...3 { _ = order.subscribe(onNext: { print("\($0) left") }, onError: { _ in print("sold out") }) }
    /// // 1 left
    /// // 0 left
    /// // sold out
    /// ```
    ///
    /// - Parameter callable: returns the element.
    public static func fromCallable(_ callable: @escaping () throws -> Element) -> Observable<Element> {
        Observable.deferred { .just(try callable()) }
    }
}
