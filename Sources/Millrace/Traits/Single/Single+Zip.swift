// For 3 to 8 sources: Generated/.

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Combines the elements of two sources.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all have come.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the last element; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    ///
    /// ```swift
    /// let name = Single.just("Ada")
    /// let year = Single.just(1815)
    /// let subscription = Single.zip(name, year) { "\($0), born in \($1)" }
    ///     .subscribe(onSuccess: { print($0) })
    /// // Ada, born in 1815
    /// ```
    ///
    /// - Parameters:
    ///   - source1: the source whose element `resultSelector` gets as its first argument.
    ///   - source2: the source whose element it gets as its second argument.
    ///   - resultSelector: makes the result.
    @_alwaysEmitIntoClient
    public static func zip<E1, E2>(
        _ source1: Single<E1>,
        _ source2: Single<E2>,
        resultSelector: @escaping (E1, E2) throws -> Element
    ) -> Single<Element> {
        PrimitiveSequence(raw: .zip(source1.source, source2.source, resultSelector: resultSelector))
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element == Any {
    /// Combines the elements of two sources in a tuple; otherwise as `zip(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the source of the tuple's first element.
    ///   - source2: the source of its second element.
    @_alwaysEmitIntoClient
    public static func zip<E1, E2>(
        _ source1: Single<E1>,
        _ source2: Single<E2>
    ) -> Single<(E1, E2)> {
        Single.zip(source1, source2) { ($0, $1) }
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Combines the elements of all sources in a collection.
    ///
    /// - **Emits** what `resultSelector` makes of them, once all have come. Without sources it emits at once what
    ///   `resultSelector` makes of an empty array.
    /// - **Fails** as soon as one of the sources does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the last element; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    ///
    /// ```swift
    /// let prices = [Single.just(5), Single.just(7), Single.just(8)]
    /// let subscription = Single.zip(prices) { $0.reduce(0, +) }
    ///     .subscribe(onSuccess: { print("total: \($0)") })
    /// // total: 20
    /// ```
    ///
    /// - Parameters:
    ///   - collection: the sources.
    ///   - resultSelector: makes the result from the elements, which are in the order of the sources.
    @_alwaysEmitIntoClient
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection,
        resultSelector: @escaping ([Element]) throws -> Result
    ) -> Single<Result> where Collection.Element == PrimitiveSequence<Trait, Element> {
        if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return PrimitiveSequence(raw: .zip(collection.map { $0.source }, resultSelector: resultSelector))
    }

    /// Combines the elements of all sources in a collection in an array; otherwise as `zip(_:resultSelector:)`.
    ///
    /// - Parameter collection: the sources.
    @_alwaysEmitIntoClient
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Single<[Element]> where Collection.Element == PrimitiveSequence<Trait, Element> {
        zip(collection) { $0 }
    }
}
