import Millrace

extension ObservableType {
    /// Emits `replacement` in the place of each `nil`.
    ///
    /// ```
    /// source              --1---nil---2--|
    /// replaceNil(with: 0) --1---0-----2--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("3", "three")
    ///     .map { Int($0) }
    ///     .replaceNil(with: 0)
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// // 0
    /// ```
    ///
    /// - Parameter replacement: what to emit for `nil`.
    @inlinable
    public func replaceNil<Wrapped>(with replacement: Wrapped) -> Observable<Wrapped> where Element == Wrapped? {
        map { $0 ?? replacement }
    }
}
