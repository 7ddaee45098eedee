// For 3 to 8 sources: Generated/.

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Puts the elements of two sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Completes** when all sources have; without an element if one of them had none.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread is delivering at
    ///   that moment, on that other thread. No thread waits.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        resultSelector: @escaping (E1, E2) throws -> Element
    ) -> Maybe<Element> {
        PrimitiveSequence(raw: .zip(source1.source, source2.source, resultSelector: resultSelector))
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element == Any {
    /// Puts the elements of two sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>
    ) -> Maybe<(E1, E2)> {
        Maybe.zip(source1, source2) { ($0, $1) }
    }
}
