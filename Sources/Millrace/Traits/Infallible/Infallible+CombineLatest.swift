// For 3 to 8 sources: Generated/.

extension Infallible {
    /// Puts the latest values of two sequences together; as `ObservableType.combineLatest(_:…resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
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
    /// Puts the latest values of two sequences together in a tuple; otherwise as `combineLatest(_:…resultSelector:)`.
    @inlinable
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2
    ) -> Infallible<(I1.Element, I2.Element)> {
        Infallible.combineLatest(source1, source2) { ($0, $1) }
    }
}
