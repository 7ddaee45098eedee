extension PrimitiveSequenceType where Trait == MaybeTrait, Element == Any {
    /// Puts the elements of two sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>
    ) -> Maybe<(E1, E2)> {
        Maybe.zip(source1, source2) { ($0, $1) }
    }

    /// Puts the elements of three sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2, E3>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        _ source3: Maybe<E3>
    ) -> Maybe<(E1, E2, E3)> {
        Maybe.zip(source1, source2, source3) { ($0, $1, $2) }
    }

    /// Puts the elements of four sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2, E3, E4>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        _ source3: Maybe<E3>,
        _ source4: Maybe<E4>
    ) -> Maybe<(E1, E2, E3, E4)> {
        Maybe.zip(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// Puts the elements of five sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        _ source3: Maybe<E3>,
        _ source4: Maybe<E4>,
        _ source5: Maybe<E5>
    ) -> Maybe<(E1, E2, E3, E4, E5)> {
        Maybe.zip(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// Puts the elements of six sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        _ source3: Maybe<E3>,
        _ source4: Maybe<E4>,
        _ source5: Maybe<E5>,
        _ source6: Maybe<E6>
    ) -> Maybe<(E1, E2, E3, E4, E5, E6)> {
        Maybe.zip(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Puts the elements of seven sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        _ source3: Maybe<E3>,
        _ source4: Maybe<E4>,
        _ source5: Maybe<E5>,
        _ source6: Maybe<E6>,
        _ source7: Maybe<E7>
    ) -> Maybe<(E1, E2, E3, E4, E5, E6, E7)> {
        Maybe.zip(source1, source2, source3, source4, source5, source6, source7) { ($0, $1, $2, $3, $4, $5, $6) }
    }

    /// Puts the elements of eight sources together in a tuple; otherwise as `zip(_:…resultSelector:)`.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
        _ source1: Maybe<E1>,
        _ source2: Maybe<E2>,
        _ source3: Maybe<E3>,
        _ source4: Maybe<E4>,
        _ source5: Maybe<E5>,
        _ source6: Maybe<E6>,
        _ source7: Maybe<E7>,
        _ source8: Maybe<E8>
    ) -> Maybe<(E1, E2, E3, E4, E5, E6, E7, E8)> {
        Maybe.zip(source1, source2, source3, source4, source5, source6, source7, source8) {
            ($0, $1, $2, $3, $4, $5, $6, $7)
        }
    }
}
