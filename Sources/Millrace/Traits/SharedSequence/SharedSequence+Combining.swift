extension SharedSequenceConvertibleType {
    /// Emits `element`, then the elements of this sequence; as `ObservableType.startWith(_:)`.
    ///
    /// - Parameter element: what to emit first.
    @_alwaysEmitIntoClient
    public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().startWith(element))
    }

    /// Merges the sequences in a collection; as `ObservableType.merge(_:)`.
    ///
    /// - Parameter sources: the sequences to merge.
    @_alwaysEmitIntoClient
    public static func merge<Collection: Swift.Collection>(
        _ sources: Collection
    ) -> SharedSequence<SharingStrategy, Element>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map { $0.asObservable() }))
    }

    /// Merges the sequences in an array; as `ObservableType.merge(_:)`.
    ///
    /// - Parameter sources: the sequences to merge.
    @_alwaysEmitIntoClient
    public static func merge(
        _ sources: [SharedSequence<SharingStrategy, Element>]
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.merge(sources.map { $0.asObservable() }))
    }

    /// Merges several sequences; as `ObservableType.merge(_:)`.
    ///
    /// - Parameter sources: the sequences to merge.
    @_alwaysEmitIntoClient
    public static func merge(
        _ sources: SharedSequence<SharingStrategy, Element>...
    ) -> SharedSequence<SharingStrategy, Element> {
        merge(sources)
    }

    /// Combines each element with the latest element of a second sequence; as
    /// `ObservableType.withLatestFrom(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - second: the sequence whose latest element is used.
    ///   - resultSelector: makes the result from the element and the latest element of `second`.
    @_alwaysEmitIntoClient
    public func withLatestFrom<SecondO: SharedSequenceConvertibleType, ResultType>(
        _ second: SecondO,
        resultSelector: @escaping (Element, SecondO.Element) -> ResultType
    ) -> SharedSequence<SharingStrategy, ResultType> where SecondO.SharingStrategy == SharingStrategy {
        SharedSequence(asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }

    /// Emits, for each element, the latest element of a second sequence; as `ObservableType.withLatestFrom(_:)`.
    ///
    /// - Parameter second: the sequence whose latest element is emitted.
    @_alwaysEmitIntoClient
    public func withLatestFrom<SecondO: SharedSequenceConvertibleType>(
        _ second: SecondO
    ) -> SharedSequence<SharingStrategy, SecondO.Element> where SecondO.SharingStrategy == SharingStrategy {
        SharedSequence(asObservable().withLatestFrom(second.asObservable()))
    }

    /// Emits, for each element, the latest element of a second sequence, which may have another strategy; as
    /// `ObservableType.withLatestFrom(_:)`, but always on this sequence's own scheduler.
    ///
    /// - Parameter second: the sequence whose latest element is emitted.
    public func withLatestFrom<SecondO: SharedSequenceConvertibleType>(
        _ second: SecondO
    ) -> SharedSequence<SharingStrategy, SecondO.Element> {
        SharedSequence(asObservable().emittingLatest(of: second.asObservable()))
    }
}

extension Observable {
    /// As `withLatestFrom(_:)`, for a second source that does not fail. The two sources meet in a lock and not in a
    /// gate: in a gate, an element of this source could be left to the second source's thread.
    fileprivate func emittingLatest<Second>(of second: Observable<Second>) -> Observable<Second> {
        .deferred {
            let latest = Locked<Second?>(nil)
            return .using {
                let subscription = SingleAssignmentDisposable()
                subscription.setDisposable(
                    second.subscribe(onNext: { element in
                        releaseValue(latest.access { exchange(&$0, for: element) })
                    })
                )
                return subscription
            } observableFactory: { _ in
                self.compactMap { _ in latest.access { $0 } }
            }
        }
    }
}

extension SharedSequence {
    /// Emits the elements of the sequences in a sequence, one after the other; as `ObservableType.concat(_:)` of a
    /// sequence.
    ///
    /// - Parameter sequence: the sequences; there may be infinitely many. Each subscription makes an iterator of its
    ///   own.
    @_alwaysEmitIntoClient
    public static func concat<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> SharedSequence<SharingStrategy, Element>
    where Sequence.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(sequence.lazy.map { $0.asObservable() }))
    }

    /// Emits the elements of the sequences in a collection, one after the other; otherwise as `concat(_:)` of a
    /// sequence.
    ///
    /// - Parameter sequence: the sequences.
    @_alwaysEmitIntoClient
    public static func concat<Collection: Swift.Collection>(
        _ sequence: Collection
    ) -> SharedSequence<SharingStrategy, Element>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence(.concat(sequence.map { $0.asObservable() }))
    }
}

extension SharedSequence {
    /// Combines the latest elements of all sequences in a collection; as
    /// `ObservableType.combineLatest(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - collection: the sequences.
    ///   - resultSelector: makes the result from the latest elements, which are in the order of the sequences.
    @_alwaysEmitIntoClient
    public static func combineLatest<Collection: Swift.Collection, Result>(
        _ collection: Collection,
        resultSelector: @escaping ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector)
        )
    }

    /// Combines the latest elements of all sequences in a collection in an array; as
    /// `ObservableType.combineLatest(_:)`.
    ///
    /// - Parameter collection: the sequences.
    @_alwaysEmitIntoClient
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(
            Observable<Element>.combineLatest(collection.map { $0.asObservable() })
        )
    }
}

extension SharedSequence {
    /// Combines the first elements of all sequences in a collection, then the second elements, and so on; as
    /// `ObservableType.zip(_:resultSelector:)`.
    ///
    /// - Parameters:
    ///   - collection: the sequences.
    ///   - resultSelector: makes the result from the elements, which are in the order of the sequences.
    @_alwaysEmitIntoClient
    public static func zip<Collection: Swift.Collection, Result>(
        _ collection: Collection,
        resultSelector: @escaping ([Element]) throws -> Result
    ) -> SharedSequence<SharingStrategy, Result>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, Result>(
            .zip(collection.map { $0.asObservable() }, resultSelector: resultSelector)
        )
    }

    /// Combines the elements of all sequences in a collection in arrays; as `ObservableType.zip(_:)`.
    ///
    /// - Parameter collection: the sequences.
    @_alwaysEmitIntoClient
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence<SharingStrategy, Element> {
        SharedSequence<SharingStrategy, [Element]>(Observable<Element>.zip(collection.map { $0.asObservable() }))
    }
}

// For 3 to 8 sources: Generated/.

extension SharedSequence {
    /// Combines the latest elements of two sequences; as `ObservableType.combineLatest(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence whose latest element `resultSelector` gets as its first argument.
    ///   - source2: the sequence whose latest element it gets as its second argument.
    ///   - resultSelector: makes the result.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> SharedSequence<SharingStrategy, Element>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy
    {
        SharedSequence(
            .combineLatest(
                source1.asObservable(),
                source2.asObservable(),
                resultSelector: resultSelector
            )
        )
    }
}

extension SharedSequenceConvertibleType where Element == Any {
    /// Combines the latest elements of two sequences in a tuple; as `ObservableType.combineLatest(_:…)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence of the tuples' first elements.
    ///   - source2: the sequence of their second elements.
    @_alwaysEmitIntoClient
    public static func combineLatest<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy
    {
        SharedSequence.combineLatest(source1, source2) { ($0, $1) }
    }
}

// For 3 to 8 sources: Generated/.

extension SharedSequence {
    /// Combines the first elements of two sequences, then the second elements, and so on; as
    /// `ObservableType.zip(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence whose elements `resultSelector` gets as its first argument.
    ///   - source2: the sequence whose elements it gets as its second argument.
    ///   - resultSelector: makes the result.
    @_alwaysEmitIntoClient
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> SharedSequence<SharingStrategy, Element>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy
    {
        SharedSequence(
            .zip(
                source1.asObservable(),
                source2.asObservable(),
                resultSelector: resultSelector
            )
        )
    }
}

extension SharedSequenceConvertibleType where Element == Any {
    /// Combines the elements of two sequences in tuples; as `ObservableType.zip(_:…)`.
    ///
    /// - Parameters:
    ///   - source1: the sequence of the tuples' first elements.
    ///   - source2: the sequence of their second elements.
    @_alwaysEmitIntoClient
    public static func zip<
        O1: SharedSequenceConvertibleType,
        O2: SharedSequenceConvertibleType
    >(
        _ source1: O1,
        _ source2: O2
    ) -> SharedSequence<SharingStrategy, (O1.Element, O2.Element)>
    where
        SharingStrategy == O1.SharingStrategy,
        SharingStrategy == O2.SharingStrategy
    {
        SharedSequence.zip(source1, source2) { ($0, $1) }
    }
}
