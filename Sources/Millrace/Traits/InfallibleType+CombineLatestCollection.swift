extension InfallibleType {
    /// Puts the latest values of all sequences in a collection together; as
    /// `ObservableType.combineLatest(_:resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - collection: the sequences.
    ///   - resultSelector: makes the result of their latest values, which are in the order of the sequences.
    @preconcurrency
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection,
        resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
    ) -> Infallible<Element> where Collection.Element: InfallibleType {
        Infallible(.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// Puts the latest values of all sequences in a collection together in an array; otherwise as
    /// `combineLatest(_:resultSelector:)`.
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Infallible<[Element]> where Collection.Element: InfallibleType, Collection.Element.Element == Element {
        Infallible<[Element]>.combineLatest(collection) { $0 }
    }
}
