import Millrace

extension ObservableType {
    /// Returns what `transform` makes of this source, so that operators which are kept in a function can stand in a
    /// chain.
    ///
    /// - **Emits** what the returned source emits; it completes, fails and is disposed as that one.
    /// - **Thread**: `transform` is called once, at once, by the caller.
    /// - **Complexity**: nothing for a subscription or an event.
    ///
    /// ```swift
    /// func labelled(_ source: Observable<Int>) -> Observable<String> {
    ///     source.filter { $0 > 0 }.map { "+\($0)" }
    /// }
    /// let subscription = Observable.of(1, -1, 2)
    ///     .apply(labelled)
    ///     .subscribe(onNext: { print($0) })
    /// // +1
    /// // +2
    /// ```
    ///
    /// - Parameter transform: makes another source from this one.
    @inlinable
    public func apply<Result>(_ transform: (Observable<Element>) -> Observable<Result>) -> Observable<Result> {
        transform(asObservable())
    }
}

extension PrimitiveSequenceType {
    /// Returns what `transform` makes of this source; as `ObservableType.apply(_:)`.
    ///
    /// - Parameter transform: makes another source from this one.
    @inlinable
    public func apply<Result>(
        _ transform: (PrimitiveSequence<Trait, Element>) -> PrimitiveSequence<Trait, Result>
    ) -> PrimitiveSequence<Trait, Result> {
        transform(primitiveSequence)
    }
}
