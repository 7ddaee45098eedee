import Millrace

extension ObservableConvertibleType {
    /// Combines the first element of this source with the first of a second source, then their second elements, and so
    /// on.
    ///
    /// ```
    /// source                       --a-----b--c-----|
    /// second                       ----x-y------z-|
    /// zip(with:resultSelector:)    ----ax--by---cz-|
    /// ```
    ///
    /// - **Emits** what `resultSelector` makes of the elements, as soon as both sources have sent them.
    /// - **Completes** when both have. So the elements of a source are kept, and never combined, after the other source
    ///   has completed.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to both, and drops the elements that wait for others.
    /// - **Thread**: `resultSelector` is called on the thread that sends the later element; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each element, amortized. The elements by which one source is ahead of the other are
    ///   kept; to bound them, limit the faster source, for example by `throttle` or `take`.
    ///
    /// ```swift
    /// let names = Observable.of("Ada", "Grace")
    /// let subscription = names
    ///     .zip(with: Observable.of(1815, 1906)) { "\($0), born in \($1)" }
    ///     .subscribe(onNext: { print($0) })
    /// // Ada, born in 1815
    /// // Grace, born in 1906
    /// ```
    ///
    /// - Parameters:
    ///   - second: the other source.
    ///   - resultSelector: makes the result from an element of this source and one of `second`.
    @inlinable
    public func zip<Other: ObservableConvertibleType, ResultType>(
        with second: Other,
        resultSelector: @escaping (Element, Other.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        Observable.zip(asObservable(), second.asObservable(), resultSelector: resultSelector)
    }
}
