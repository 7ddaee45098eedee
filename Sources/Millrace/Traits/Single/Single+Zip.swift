// For 3 to 8 sources: Generated/.

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Puts the elements of two sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread is delivering at
    ///   that moment, on that other thread. No thread waits.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        resultSelector: @escaping (E1, E2) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(raw: .zip(source1.source, source2.source, resultSelector: resultSelector))
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element == Any {
    /// Puts the elements of two sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Single<E1>,
        _ source2: Single<E2>
    ) -> Single<(E1, E2)> {
        Single.zip(source1, source2) { ($0, $1) }
    }
}
