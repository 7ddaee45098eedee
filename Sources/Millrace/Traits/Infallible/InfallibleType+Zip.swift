// For 3 to 8 sources: Generated/.

extension InfallibleType {
    /// Puts the elements of two sequences together by position; as `ObservableType.zip(_:…resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
    @inlinable
    public static func zip<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        resultSelector: @escaping (I1.Element, I2.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.zip(source1.asObservable(), source2.asObservable(), resultSelector: resultSelector))
    }
}
