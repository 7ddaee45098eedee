// For 3 to 8 sources: Generated/.

extension Infallible {
    /// Combines the latest values of two sequences; as `ObservableType.combineLatest(_:…resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - source1: the sequence whose latest value `resultSelector` gets as its first argument.
    ///   - source2: the sequence whose latest value it gets as its second argument.
    ///   - resultSelector: makes the result.
    @inlinable
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        resultSelector: @escaping (I1.Element, I2.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.combineLatest(source1.asObservable(), source2.asObservable(), resultSelector: resultSelector))
    }
}

extension InfallibleType where Element == Any {
    /// Combines the latest values of two sequences in a tuple; otherwise as `combineLatest(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence of the tuples' first values.
    ///   - source2: the sequence of their second values.
    @inlinable
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2
    ) -> Infallible<(I1.Element, I2.Element)> {
        Infallible.combineLatest(source1, source2) { ($0, $1) }
    }
}
