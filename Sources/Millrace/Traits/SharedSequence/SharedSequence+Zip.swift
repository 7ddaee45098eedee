// For 3 to 8 sources: Generated/.

extension SharedSequence {
    /// Puts the elements of two sequences together by position; as `ObservableType.zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> SharedSequence<SharingStrategy, Element>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy
    {
        SharedSequence(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                resultSelector: resultSelector
            )
        )
    }
}

extension SharedSequenceConvertibleType where Element == Any {
    /// Puts the elements of two sequences together by position, in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy
    {
        SharedSequence.zip(source1, source2) { ($0, $1) }
    }
}
