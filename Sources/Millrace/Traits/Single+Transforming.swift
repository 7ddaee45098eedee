extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Emits the element if `predicate` is true for it: as `ObservableType.filter(_:)`.
    ///
    /// - **Completes** without an element if `predicate` is false.
    /// - **Fails** when the source does, or with the error that `predicate` throws.
    @preconcurrency
    @inlinable
    public func filter(
        _ predicate: @escaping @Sendable (Element) throws -> Bool
    ) -> Maybe<Element> {
        PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
    }

    /// Emits what `transform` makes of the element: as `ObservableType.map(_:)`.
    ///
    /// - **Fails** when the source does, or with the error that `transform` throws.
    @preconcurrency
    @inlinable
    public func map<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result
    ) -> Single<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.map(transform))
    }

    /// Emits what `transform` makes of the element, unless that is `nil`: as `ObservableType.compactMap(_:)`.
    ///
    /// - **Completes** without an element if `transform` returns `nil`.
    /// - **Fails** when the source does, or with the error that `transform` throws.
    @preconcurrency
    @inlinable
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.compactMap(transform))
    }

    /// Goes on with the `Single` that `selector` makes of the element: as `ObservableType.flatMap(_:)`.
    ///
    /// - **Emits** the second source's element.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    @preconcurrency
    @inlinable
    public func flatMap<Result>(
        _ selector: @escaping @Sendable (Element) throws -> Single<Result>
    ) -> Single<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }

    /// Goes on with the `Maybe` that `selector` makes of the element: as `ObservableType.flatMap(_:)`.
    ///
    /// - **Emits** the second source's element, if it has one, and **completes** once both have.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    @preconcurrency
    @inlinable
    public func flatMapMaybe<Result>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }

    /// Goes on with the `Completable` that `selector` makes of the element: as `ObservableType.flatMap(_:)`.
    ///
    /// - **Completes** when both have.
    /// - **Fails** when one of the two does, or with the error that `selector` throws.
    /// - **Disposal** disposes the subscriptions to both.
    /// - **Thread**: `selector` is called on the thread that the source emits on.
    @preconcurrency
    @inlinable
    public func flatMapCompletable(
        _ selector: @escaping @Sendable (Element) throws -> Completable
    ) -> Completable {
        PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
    }
}
