import Millrace

extension ObservableType {
    /// Combines the latest element of this source with the latest of a second source.
    ///
    /// ```
    /// source                              --a-----b------|
    /// second                              ----x------y-|
    /// combineLatest(with:resultSelector:) ----ax--bx-by--|
    /// ```
    ///
    /// - **Emits** what `resultSelector` makes of the latest elements, whenever a source sends an element and both have
    ///   sent one by then.
    /// - **Completes** when both have. It completes earlier when a source sends an element and the other one has
    ///   completed without any.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `resultSelector` is called on the thread that sends the element; if another thread is delivering at
    ///   that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each element; holds one element of each source.
    ///
    /// ```swift
    /// let price = BehaviorRelay(value: 5)
    /// let amount = BehaviorRelay(value: 2)
    /// let subscription = price
    ///     .combineLatest(with: amount) { $0 * $1 }
    ///     .subscribe(onNext: { print($0) })
    /// price.accept(6)
    /// // 10
    /// // 12
    /// ```
    ///
    /// - Parameters:
    ///   - second: the other source.
    ///   - resultSelector: makes the result from the latest element of this source and the latest of `second`.
    @inlinable
    public func combineLatest<Other: ObservableConvertibleType, ResultType>(
        with second: Other,
        resultSelector: @escaping (Element, Other.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        Observable.combineLatest(asObservable(), second.asObservable(), resultSelector: resultSelector)
    }
}
