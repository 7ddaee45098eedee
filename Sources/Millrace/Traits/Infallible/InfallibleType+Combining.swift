extension InfallibleType {
    /// Emits `element`, then the elements of this sequence; as `ObservableType.startWith(_:)`.
    ///
    /// - Parameter element: what to emit first.
    @_alwaysEmitIntoClient
    public func startWith(_ element: Element) -> Infallible<Element> {
        Infallible(asObservable().startWith(element))
    }

    /// Emits the elements of this sequence, then the elements of a second one; as `ObservableType.concat(_:)`.
    ///
    /// - Parameter second: a source that does not fail, to go on with.
    @_alwaysEmitIntoClient
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Infallible<Element>
    where Source.Element == Element {
        Infallible(asObservable().concat(second))
    }

    /// Emits the elements of the sequences in a sequence, one after the other; as `ObservableType.concat(_:)` of a
    /// sequence.
    ///
    /// - Parameter sequence: the sequences; there may be infinitely many. Each subscription makes an iterator of its
    ///   own.
    @_alwaysEmitIntoClient
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Infallible<Element>
    where Sequence.Element == Infallible<Element> {
        Infallible(.concat(sequence.lazy.map { $0.source }))
    }

    /// Emits the elements of the sequences in a collection, one after the other; otherwise as `concat(_:)` of a
    /// sequence.
    ///
    /// - Parameter collection: the sequences.
    @_alwaysEmitIntoClient
    public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Infallible<Element>
    where Collection.Element == Infallible<Element> {
        Infallible(.concat(collection.map { $0.source }))
    }

    /// Emits the elements of several sequences, one after the other; otherwise as `concat(_:)` of a sequence.
    ///
    /// - Parameter sources: the sequences.
    @_alwaysEmitIntoClient
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
        concat(sources)
    }

    /// Merges the sequences in a collection; as `ObservableType.merge(_:)`.
    ///
    /// - Parameter sources: the sequences to merge.
    @_alwaysEmitIntoClient
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Infallible<Element>
    where Collection.Element == Infallible<Element> {
        Infallible(.merge(sources.map { $0.source }))
    }

    /// Merges the sequences in an array; as `ObservableType.merge(_:)`.
    ///
    /// - Parameter sources: the sequences to merge.
    @_alwaysEmitIntoClient
    public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
        Infallible(.merge(sources.map { $0.source }))
    }

    /// Merges several sequences; as `ObservableType.merge(_:)`.
    ///
    /// - Parameter sources: the sequences to merge.
    @_alwaysEmitIntoClient
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
        merge(sources)
    }

    /// Combines each element with the latest element of a second sequence; as
    /// `ObservableType.withLatestFrom(_:resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - second: the sequence whose latest element is used.
    ///   - resultSelector: makes the result from the element and the latest element of `second`.
    @_alwaysEmitIntoClient
    public func withLatestFrom<Source: InfallibleType, ResultType>(
        _ second: Source,
        resultSelector: @escaping (Element, Source.Element) throws -> ResultType
    ) -> Infallible<ResultType> {
        Infallible(asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }

    /// Emits, for each element, the latest element of a second sequence; as `ObservableType.withLatestFrom(_:)`.
    ///
    /// - Parameter second: the sequence whose latest element is emitted.
    @_alwaysEmitIntoClient
    public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element> {
        Infallible(asObservable().withLatestFrom(second.asObservable()))
    }
}

extension InfallibleType {
    /// Combines the latest values of all sequences in a collection; as
    /// `ObservableType.combineLatest(_:resultSelector:)`.
    ///
    /// - **Fails** only if `resultSelector` throws, which breaks the promise.
    ///
    /// - Parameters:
    ///   - collection: the sequences.
    ///   - resultSelector: makes the result from the latest values, which are in the order of the sequences.
    @_alwaysEmitIntoClient
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Infallible<Element> where Collection.Element: InfallibleType {
        Infallible(.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// Combines the latest values of all sequences in a collection in an array; otherwise as
    /// `combineLatest(_:resultSelector:)`.
    ///
    /// - Parameter collection: the sequences.
    @_alwaysEmitIntoClient
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Infallible<[Element]> where Collection.Element: InfallibleType, Collection.Element.Element == Element {
        Infallible<[Element]>.combineLatest(collection) { $0 }
    }
}

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
    @_alwaysEmitIntoClient
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
    @_alwaysEmitIntoClient
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2
    ) -> Infallible<(I1.Element, I2.Element)> {
        Infallible.combineLatest(source1, source2) { ($0, $1) }
    }
}

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
    @_alwaysEmitIntoClient
    public static func zip<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1,
        _ source2: I2,
        resultSelector: @escaping (I1.Element, I2.Element) throws -> Element
    ) -> Infallible<Element> {
        Infallible(.zip(source1.asObservable(), source2.asObservable(), resultSelector: resultSelector))
    }
}
