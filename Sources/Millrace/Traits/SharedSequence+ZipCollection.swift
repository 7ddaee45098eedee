extension SharedSequence {
    /// Puts the elements with the same number of all sequences in a collection together; as `ObservableType.zip(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - collection: the sequences.
    ///   - resultSelector: makes the result of elements with the same number, which are in the order of the sequences.
    @preconcurrency
    @inlinable
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection,
        resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .zip(collection.map { $0.asObservable() }, resultSelector: resultSelector)
        )
    }

    /// Puts the elements with the same number of all sequences in a collection together in an array; as `ObservableType.zip(_:)`.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.zip(collection.map { $0.asObservable() }))
    }
}
