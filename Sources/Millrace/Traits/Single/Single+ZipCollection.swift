extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Puts the elements of all sources in a collection together.
    ///
    /// - **Emits** what `resultSelector` makes of them, in the order of the sources, once all are there. Without
    ///   sources it emits at once what `resultSelector` makes of an empty array.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread of the last element; if another thread is delivering at
    ///   that moment, on that other thread. No thread waits.
    @inlinable
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection,
        resultSelector: @escaping ([Element]) throws -> Result
    ) -> Single<Result> where Collection.Element == PrimitiveSequence<Trait, Element> {
        if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return PrimitiveSequence(raw: .zip(collection.map { $0.source }, resultSelector: resultSelector))
    }

    /// Puts the elements of all sources in a collection together in an array; otherwise as `zip(_:resultSelector:)`.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Single<[Element]> where Collection.Element == PrimitiveSequence<Trait, Element> {
        zip(collection) { $0 }
    }
}
