import Millrace

extension ObservableType {
    /// Merges this source with another.
    ///
    /// ```
    /// source        --a-----b--|
    /// other         ----x------y--|
    /// merge(with:)  --a-x---b--y--|
    /// ```
    ///
    /// - **Emits** the elements of both, as they come; this source is subscribed to first.
    /// - **Completes** when both have.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element.
    ///
    /// ```swift
    /// let (orders, payments) = (PublishSubject<String>(), PublishSubject<String>())
    /// let subscription = orders.merge(with: payments).subscribe(onNext: { print($0) })
    /// payments.onNext("payment 1")
    /// orders.onNext("order 1")
    /// // payment 1
    /// // order 1
    /// ```
    ///
    /// - Parameter other: the other source.
    @inlinable
    public func merge(with other: Observable<Element>) -> Observable<Element> {
        Observable.merge([asObservable(), other])
    }

    /// Merges this source with several others; otherwise as `merge(with:)` with one.
    ///
    /// - Parameter others: the other sources, which are subscribed to in their order.
    @inlinable
    public func merge(with others: [Observable<Element>]) -> Observable<Element> {
        Observable.merge([asObservable()] + others)
    }
}
