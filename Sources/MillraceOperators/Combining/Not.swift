import Millrace

extension ObservableType where Element == Bool {
    /// Emits the negation of each element.
    ///
    /// ```
    /// source  --true--false--|
    /// not()   --false-true---|
    /// ```
    ///
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription.
    /// - **Thread**: emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let isEmpty = Observable.of(true, false)
    /// let subscription = isEmpty.not().subscribe(onNext: { print("enabled: \($0)") })
    /// // enabled: false
    /// // enabled: true
    /// ```
    @inlinable
    public func not() -> Observable<Bool> {
        map { !$0 }
    }
}

extension SharedSequenceConvertibleType where Element == Bool {
    /// Emits the negation of each element; as `ObservableType.not()`.
    @inlinable
    public func not() -> SharedSequence<SharingStrategy, Bool> {
        map { !$0 }
    }
}
