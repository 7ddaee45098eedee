import Millrace

extension ObservableType {
    /// Whether the source completes without an element.
    ///
    /// ```
    /// source     --a--b--|
    /// isEmpty()  --(false|)
    /// ```
    ///
    /// - **Emits** false at the first element; true if the source completes without one.
    /// - **Fails** when the source does before its first element.
    /// - **Disposal** disposes the source's subscription, as the first element does.
    /// - **Thread**: emits on the thread that the source emits or completes on.
    /// - **Complexity**: O(1); one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable<Int>.empty()
    ///     .isEmpty()
    ///     .subscribe(onSuccess: { print($0) })
    /// // true
    /// ```
    @inlinable
    public func isEmpty() -> Single<Bool> {
        firstVerdict(false, function: "isEmpty()") { _ in true }
    }
}
