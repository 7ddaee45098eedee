// For 3 to 8 sources: Generated/.

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Combines the elements of two sources.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all have come.
    /// - **Completes** when all sources have; without an element if one of them had none.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the last element; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    ///
    /// ```swift
    /// let name = Maybe.just("Ada")
    /// let year = Maybe.just(1815)
    /// let subscription = Maybe.zip(name, year) { "\($0), born in \($1)" }
    ///     .subscribe(onSuccess: { print($0) })
    /// // Ada, born in 1815
    /// ```
    ///
    /// - Parameters:
    ///   - source1: the source whose element `resultSelector` gets as its first argument.
    ///   - source2: the source whose element it gets as its second argument.
    ///   - resultSelector: makes the result.
    @_alwaysEmitIntoClient
    public static func zip<E1, E2>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        resultSelector: @escaping (E1, E2) throws -> Element
    ) -> Maybe<Element> {
        PrimitiveSequence(raw: .zip(source1.source, source2.source, resultSelector: resultSelector))
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element == Any {
    /// Combines the elements of two sources in a tuple; otherwise as `zip(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the source of the tuple's first element.
    ///   - source2: the source of its second element.
    @_alwaysEmitIntoClient
    public static func zip<E1, E2>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>
    ) -> Maybe<(E1, E2)> {
        Maybe.zip(source1, source2) { ($0, $1) }
    }
}
