extension SharedSequence {
    /// Puts the latest elements of all sequences in a collection together; as `ObservableType.combineLatest(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - collection: the sequences.
    ///   - resultSelector: makes the result of their latest elements, which are in the order of the sequences.
    @preconcurrency
    @inlinable
    public static func combineLatest<Collection: Swift.Collection, Result>(
        _ collection: Collection,
        resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector)
        )
    }

    /// Puts the latest elements of all sequences in a collection together in an array; as `ObservableType.combineLatest(_:)`.
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(
            Observable<Element>.combineLatest(collection.map { $0.asObservable() })
        )
    }
}
