extension SharedSequenceConvertibleType where Element == Any {
    /// Puts the elements with the same number of two sequences together in a tuple; as `ObservableType.zip(_:…)`.
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

    /// Puts the elements with the same number of three sequences together in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType,
        O3: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element, O3.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy,
        SharingStrategy == O3.SharingStrategy
    {
        SharedSequence.zip(source1, source2, source3) { ($0, $1, $2) }
    }

    /// Puts the elements with the same number of four sequences together in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType,
        O3: SharedSequenceConvertibleType,
        O4: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element, O3.Element, O4.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy,
        SharingStrategy == O3.SharingStrategy,
        SharingStrategy == O4.SharingStrategy
    {
        SharedSequence.zip(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// Puts the elements with the same number of five sequences together in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType,
        O3: SharedSequenceConvertibleType,
        O4: SharedSequenceConvertibleType,
        O5: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy,
        SharingStrategy == O3.SharingStrategy,
        SharingStrategy == O4.SharingStrategy,
        SharingStrategy == O5.SharingStrategy
    {
        SharedSequence.zip(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// Puts the elements with the same number of six sequences together in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType,
        O3: SharedSequenceConvertibleType,
        O4: SharedSequenceConvertibleType,
        O5: SharedSequenceConvertibleType,
        O6: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        _ source6: O6
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy,
        SharingStrategy == O3.SharingStrategy,
        SharingStrategy == O4.SharingStrategy,
        SharingStrategy == O5.SharingStrategy,
        SharingStrategy == O6.SharingStrategy
    {
        SharedSequence.zip(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Puts the elements with the same number of seven sequences together in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType,
        O3: SharedSequenceConvertibleType,
        O4: SharedSequenceConvertibleType,
        O5: SharedSequenceConvertibleType,
        O6: SharedSequenceConvertibleType,
        O7: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        _ source6: O6,
        _ source7: O7
    ) -> SharedSequence<
        SharingStrategy, (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)
    >
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy,
        SharingStrategy == O3.SharingStrategy,
        SharingStrategy == O4.SharingStrategy,
        SharingStrategy == O5.SharingStrategy,
        SharingStrategy == O6.SharingStrategy,
        SharingStrategy == O7.SharingStrategy
    {
        SharedSequence.zip(source1, source2, source3, source4, source5, source6, source7) {
            ($0, $1, $2, $3, $4, $5, $6)
        }
    }

    /// Puts the elements with the same number of eight sequences together in a tuple; as `ObservableType.zip(_:…)`.
    @inlinable
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType,
        O3: SharedSequenceConvertibleType,
        O4: SharedSequenceConvertibleType,
        O5: SharedSequenceConvertibleType,
        O6: SharedSequenceConvertibleType,
        O7: SharedSequenceConvertibleType,
        O8: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        _ source3: O3,
        _ source4: O4,
        _ source5: O5,
        _ source6: O6,
        _ source7: O7,
        _ source8: O8
    ) -> SharedSequence<
        SharingStrategy,
        (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)
    >
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy,
        SharingStrategy == O3.SharingStrategy,
        SharingStrategy == O4.SharingStrategy,
        SharingStrategy == O5.SharingStrategy,
        SharingStrategy == O6.SharingStrategy,
        SharingStrategy == O7.SharingStrategy,
        SharingStrategy == O8.SharingStrategy
    {
        SharedSequence.zip(source1, source2, source3, source4, source5, source6, source7, source8) {
            ($0, $1, $2, $3, $4, $5, $6, $7)
        }
    }
}
