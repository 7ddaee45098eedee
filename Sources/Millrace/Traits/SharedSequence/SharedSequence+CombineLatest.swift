// For 3 to 8 sources: Generated/.

extension SharedSequence {
    /// Combines the latest elements of two sequences; as `ObservableType.combineLatest(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence whose latest element `resultSelector` gets as its first argument.
    ///   - source2: the sequence whose latest element it gets as its second argument.
    ///   - resultSelector: makes the result.
    @inlinable
    public static func combineLatest<
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
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                resultSelector: resultSelector
            )
        )
    }
}

extension SharedSequenceConvertibleType where Element == Any {
    /// Combines the latest elements of two sequences in a tuple; as `ObservableType.combineLatest(_:…)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence of the tuples' first elements.
    ///   - source2: the sequence of their second elements.
    @inlinable
    public static func combineLatest<
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
        SharedSequence.combineLatest(source1, source2) { ($0, $1) }
    }
}
