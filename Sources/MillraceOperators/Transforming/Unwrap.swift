import Millrace

extension ObservableType {
    /// Emits the elements that are not `nil`.
    ///
    /// ```
    /// source    --1--nil--2--|
    /// unwrap()  --1-------2--|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of("3", "three", "5")
    ///     .map { Int($0) }
    ///     .unwrap()
    ///     .subscribe(onNext: { print($0) })
    /// // 3
    /// // 5
    /// ```
    @inlinable
    public func unwrap<Wrapped>() -> Observable<Wrapped> where Element == Wrapped? {
        compactMap { $0 }
    }
}

extension SharedSequenceConvertibleType {
    /// Emits the elements that are not `nil`; as `ObservableType.unwrap()`.
    @inlinable
    public func unwrap<Wrapped>() -> SharedSequence<SharingStrategy, Wrapped> where Element == Wrapped? {
        compactMap { $0 }
    }
}
