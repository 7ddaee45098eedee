import Millrace

extension ObservableType {
    /// Emits the elements of this source, then those of further sources, and goes on whatever way a source ends.
    ///
    /// ```
    /// source                    --a--#
    /// second                         --b--|
    /// third                               -c#
    /// onErrorResumeNext(_:)     --a----b---c|
    /// ```
    ///
    /// - **Emits** the elements of all sources, in order. Each source is subscribed to when the previous one has
    ///   completed or failed.
    /// - **Completes** when the last source has completed or failed.
    /// - **Fails** never. The errors are dropped; `concatDelayingErrors(_:)` keeps them.
    /// - **Disposal** disposes the current source's subscription.
    /// - **Thread**: a source is subscribed to on the thread that the previous one ends on or, if that
    ///   source is still being subscribed to, on the thread that does so.
    /// - **Complexity**: O(1) for each element, some allocations for each source.
    ///
    /// ```swift
    /// let broken = Observable.of(1, 2).concat(Observable.error(RxError.timeout))
    /// let subscription = broken
    ///     .onErrorResumeNext(.just(3), broken)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 1
    /// // 2
    /// // 3
    /// // 1
    /// // 2
    /// // completed
    /// ```
    ///
    /// - Parameter sources: the sources to go on with.
    public func onErrorResumeNext(_ sources: Observable<Element>...) -> Observable<Element> {
        Observable.concat(([asObservable()] + sources).map { source in source.catch { _ in .empty() } })
    }
}
