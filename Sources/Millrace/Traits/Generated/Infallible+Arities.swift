// Written by `make generate` (Tools/generate-arities); do not edit.

extension Infallible {
    /// Combines the latest elements of three sequences; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        resultSelector: @escaping (I1.Element, I2.Element, I3.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the latest elements of four sequences; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        resultSelector: @escaping (I1.Element, I2.Element, I3.Element, I4.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the latest elements of five sequences; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        resultSelector: @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the latest elements of six sequences; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        resultSelector:
            @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                source6.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the latest elements of seven sequences; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType,
        I7: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        _ source7: I7,
        resultSelector:
            @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element) throws ->
            Element
    ) -> Infallible<Element> {
        Infallible(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                source6.asObservable(),
                source7.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the latest elements of eight sequences; otherwise as `combineLatest(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType,
        I7: InfallibleType,
        I8: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        _ source7: I7,
        _ source8: I8,
        resultSelector:
            @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element, I8.Element)
            throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                source6.asObservable(),
                source7.asObservable(),
                source8.asObservable(),
                resultSelector: resultSelector
            )
        )
    }
}

extension InfallibleType where Element == Any {
    /// Combines the latest elements of three sequences in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3
    ) -> Infallible<(I1.Element, I2.Element, I3.Element)> {
        Infallible.combineLatest(source1, source2, source3) { ($0, $1, $2) }
    }

    /// Combines the latest elements of four sequences in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element)> {
        Infallible.combineLatest(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// Combines the latest elements of five sequences in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element)> {
        Infallible.combineLatest(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// Combines the latest elements of six sequences in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element)> {
        Infallible.combineLatest(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// Combines the latest elements of seven sequences in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType,
        I7: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        _ source7: I7
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element)> {
        Infallible.combineLatest(source1, source2, source3, source4, source5, source6, source7) {
            ($0, $1, $2, $3, $4, $5, $6)
        }
    }

    /// Combines the latest elements of eight sequences in a tuple; otherwise as `combineLatest(_:_:)`.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType,
        I7: InfallibleType,
        I8: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        _ source7: I7,
        _ source8: I8
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element, I8.Element)> {
        Infallible.combineLatest(source1, source2, source3, source4, source5, source6, source7, source8) {
            ($0, $1, $2, $3, $4, $5, $6, $7)
        }
    }
}

extension InfallibleType {
    /// Combines the first elements of three sequences, then the second elements, and so on; otherwise as
    /// `zip(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func zip<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        resultSelector: @escaping (I1.Element, I2.Element, I3.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(source1.asObservable(), source2.asObservable(), source3.asObservable(), resultSelector: resultSelector)
        )
    }

    /// Combines the first elements of four sequences, then the second elements, and so on; otherwise as
    /// `zip(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func zip<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        resultSelector: @escaping (I1.Element, I2.Element, I3.Element, I4.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the first elements of five sequences, then the second elements, and so on; otherwise as
    /// `zip(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func zip<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        resultSelector: @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the first elements of six sequences, then the second elements, and so on; otherwise as
    /// `zip(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func zip<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        resultSelector:
            @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                source6.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the first elements of seven sequences, then the second elements, and so on; otherwise as
    /// `zip(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func zip<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType,
        I7: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        _ source7: I7,
        resultSelector:
            @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element) throws ->
            Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                source6.asObservable(),
                source7.asObservable(),
                resultSelector: resultSelector
            )
        )
    }

    /// Combines the first elements of eight sequences, then the second elements, and so on; otherwise as
    /// `zip(_:_:resultSelector:)`.
    @_alwaysEmitIntoClient
    public static func zip<
        I1: InfallibleType,
        I2: InfallibleType,
        I3: InfallibleType,
        I4: InfallibleType,
        I5: InfallibleType,
        I6: InfallibleType,
        I7: InfallibleType,
        I8: InfallibleType
    >(
        _ source1: I1,
        _ source2: I2,
        _ source3: I3,
        _ source4: I4,
        _ source5: I5,
        _ source6: I6,
        _ source7: I7,
        _ source8: I8,
        resultSelector:
            @escaping (I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element, I8.Element)
            throws -> Element
    ) -> Infallible<Element> {
        Infallible(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                source3.asObservable(),
                source4.asObservable(),
                source5.asObservable(),
                source6.asObservable(),
                source7.asObservable(),
                source8.asObservable(),
                resultSelector: resultSelector
            )
        )
    }
}
