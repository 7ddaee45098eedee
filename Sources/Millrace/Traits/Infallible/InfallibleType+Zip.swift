// For 3 to 8 sources: Generated/.

extension InfallibleType {
    /// Combines the first elements of two sequences, then the second elements, and so on; as
    /// `ObservableType.zip(_:…resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - source1: the sequence whose elements `resultSelector` gets as its first argument.
    ///   - source2: the sequence whose elements it gets as its second argument.
    ///   - resultSelector: makes the result.
    @inlinable
    public static func zip<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        resultSelector: @escaping (I1.Element, I2.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.zip(source1.asObservable(), source2.asObservable(), resultSelector: resultSelector))
    }
}
