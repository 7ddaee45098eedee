import Millrace

extension ObservableType {
    /// Emits the elements of the source, then `elements`.
    ///
    /// ```
    /// source         --a--b--|
    /// endWith(x, y)  --a--b--(xy|)
    /// ```
    ///
    /// - **Emits** `elements` when the source completes; not if it fails.
    /// - **Completes** right after them.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription, and stops the emission between two elements.
    /// - **Thread**: emits `elements` on the thread that the source completes on.
    /// - **Complexity**: O(1) for each element; holds `elements`.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2)
    ///     .endWith(98, 99)
    ///     .subscribe(onNext: { print($0) })
    /// // 1
    /// // 2
    /// // 98
    /// // 99
    /// ```
    ///
    /// - Parameter elements: what to emit last.
    @inlinable
    public func endWith(_ elements: Element...) -> Observable<Element> {
        concat(Observable.from(elements))
    }
}
