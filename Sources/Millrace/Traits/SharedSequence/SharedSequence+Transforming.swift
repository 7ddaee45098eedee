extension SharedSequenceConvertibleType {
    /// Emits what `selector` makes of each element; as `ObservableType.map(_:)`.
    ///
    /// - Parameter selector: makes the result from an element.
    @_alwaysEmitIntoClient
    public func map<Result>(
        _ selector: @escaping (Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence(stage: asObservable().map(selector))
    }

    /// Emits what `selector` makes of each element, without the `nil`s; as `ObservableType.compactMap(_:)`.
    ///
    /// - Parameter selector: makes the result from an element, or `nil`.
    @_alwaysEmitIntoClient
    public func compactMap<Result>(
        _ selector: @escaping (Element) -> Result?
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence(stage: asObservable().compactMap(selector))
    }

    /// Merges the sequences that `selector` makes of the elements; as `ObservableType.flatMap(_:)`.
    ///
    /// - Parameter selector: makes sequences of any strategy; the result has the same strategy.
    @_alwaysEmitIntoClient
    public func flatMap<Sharing: SharingStrategyProtocol, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence<Sharing, Result>(asObservable().flatMap(selector))
    }

    /// Emits the elements of the sequence that `selector` makes of the latest element; as
    /// `ObservableType.flatMapLatest(_:)`.
    ///
    /// - Parameter selector: makes sequences of any strategy; the result has the same strategy.
    @_alwaysEmitIntoClient
    public func flatMapLatest<Sharing: SharingStrategyProtocol, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence<Sharing, Result>(asObservable().flatMapLatest(selector))
    }

    /// Merges the sequences that `selector` makes of the elements, ignoring elements while one of these sequences is
    /// active; as `ObservableType.flatMapFirst(_:)`.
    ///
    /// - Parameter selector: makes sequences of any strategy; the result has the same strategy.
    @_alwaysEmitIntoClient
    public func flatMapFirst<Sharing: SharingStrategyProtocol, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence<Sharing, Result>(asObservable().flatMapFirst(selector))
    }

    /// Combines each element with the result so far, and emits the new result; as
    /// `ObservableType.scan(_:accumulator:)`.
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last one and the element.
    @_alwaysEmitIntoClient
    public func scan<A>(
        _ seed: A,
        accumulator: @escaping (A, Element) -> A
    ) -> SharedSequence<SharingStrategy, A> {
        SharedSequence<SharingStrategy, A>(stage: asObservable().scan(seed, accumulator: accumulator))
    }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
    /// Emits the elements of the latest sequence; as `ObservableType.switchLatest()`.
    @_alwaysEmitIntoClient
    public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().switchLatest())
    }

    /// Merges the sequences that this one emits; as `ObservableType.merge()`.
    @_alwaysEmitIntoClient
    public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().merge())
    }

    /// Merges the sequences that this one emits, a limited number at a time; as `ObservableType.merge(maxConcurrent:)`.
    ///
    /// - Parameter maxConcurrent: how many to be subscribed to at once, at least 1; the others wait.
    @_alwaysEmitIntoClient
    public func merge(maxConcurrent: Int) -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().merge(maxConcurrent: maxConcurrent))
    }
}
