// One overload for each number of sources.

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Puts the elements of two sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        resultSelector: @escaping @Sendable (E1, E2) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(raw: .zip(source1.source, source2.source, resultSelector: resultSelector))
    }

    /// Puts the elements of three sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2, E3>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        _ source3: Single<E3>,
        resultSelector: @escaping @Sendable (E1, E2, E3) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(raw: .zip(source1.source, source2.source, source3.source, resultSelector: resultSelector))
    }

    /// Puts the elements of four sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2, E3, E4>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        _ source3: Single<E3>,
        _ source4: Single<E4>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: .zip(source1.source, source2.source, source3.source, source4.source, resultSelector: resultSelector)
        )
    }

    /// Puts the elements of five sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2, E3, E4, E5>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        _ source3: Single<E3>,
        _ source4: Single<E4>,
        _ source5: Single<E5>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: .zip(
                source1.source,
                source2.source,
                source3.source,
                source4.source,
                source5.source,
                resultSelector: resultSelector
            )
        )
    }

    /// Puts the elements of six sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        _ source3: Single<E3>,
        _ source4: Single<E4>,
        _ source5: Single<E5>,
        _ source6: Single<E6>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: .zip(
                source1.source,
                source2.source,
                source3.source,
                source4.source,
                source5.source,
                source6.source,
                resultSelector: resultSelector
            )
        )
    }

    /// Puts the elements of seven sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        _ source3: Single<E3>,
        _ source4: Single<E4>,
        _ source5: Single<E5>,
        _ source6: Single<E6>,
        _ source7: Single<E7>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: .zip(
                source1.source,
                source2.source,
                source3.source,
                source4.source,
                source5.source,
                source6.source,
                source7.source,
                resultSelector: resultSelector
            )
        )
    }

    /// Puts the elements of eight sources together.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all are there.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread delivers at that
    ///   moment, on that one. Nobody waits.
    @preconcurrency
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        _ source3: Single<E3>,
        _ source4: Single<E4>,
        _ source5: Single<E5>,
        _ source6: Single<E6>,
        _ source7: Single<E7>,
        _ source8: Single<E8>,
        resultSelector: @escaping @Sendable (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(
            raw: .zip(
                source1.source,
                source2.source,
                source3.source,
                source4.source,
                source5.source,
                source6.source,
                source7.source,
                source8.source,
                resultSelector: resultSelector
            )
        )
    }
}
