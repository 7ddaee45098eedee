extension InfallibleType {
    /// Emits what `transform` makes of each element; as `ObservableType.map(_:)`.
    ///
    /// - Parameter transform: makes the result from an element.
    @_alwaysEmitIntoClient
    public func map<Result>(_ transform: @escaping (Element) -> Result) -> Infallible<Result> {
        Infallible(asObservable().map(transform))
    }

    /// Emits what `transform` makes of each element, without the `nil`s; as `ObservableType.compactMap(_:)`.
    ///
    /// - Parameter transform: makes the result from an element, or `nil`.
    @_alwaysEmitIntoClient
    public func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> Infallible<Result> {
        Infallible(asObservable().compactMap(transform))
    }

    /// Merges the sources that `selector` makes of the elements; as `ObservableType.flatMap(_:)`.
    ///
    /// - Parameter selector: makes sources that do not fail.
    @_alwaysEmitIntoClient
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMap(selector))
    }

    /// Emits the elements of the source that `selector` makes of the latest element; as
    /// `ObservableType.flatMapLatest(_:)`.
    ///
    /// - Parameter selector: makes sources that do not fail.
    @_alwaysEmitIntoClient
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMapLatest(selector))
    }

    /// Merges the sources that `selector` makes of the elements, ignoring elements while one of these sources is
    /// active; as `ObservableType.flatMapFirst(_:)`.
    ///
    /// - Parameter selector: makes sources that do not fail.
    @_alwaysEmitIntoClient
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().flatMapFirst(selector))
    }

    /// Emits the elements of the sources that `selector` makes of the elements, one source after the other; as
    /// `ObservableType.concatMap(_:)`.
    ///
    /// - Parameter selector: makes sources that do not fail.
    @_alwaysEmitIntoClient
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) -> Source
    ) -> Infallible<Source.Element> {
        Infallible(asObservable().concatMap(selector))
    }

    /// Combines each element with the result so far, and emits the new result; as
    /// `ObservableType.scan(_:accumulator:)`.
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: makes the next result from the last one and the element.
    @_alwaysEmitIntoClient
    public func scan<Seed>(
        _ seed: Seed,
        accumulator: @escaping (Seed, Element) -> Seed
    ) -> Infallible<Seed> {
        Infallible(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Adds each element to the result so far in place, and emits the new result; as
    /// `ObservableType.scan(into:accumulator:)`.
    ///
    /// - Parameters:
    ///   - seed: the result before the first element.
    ///   - accumulator: changes the result by the element. Precondition: it does not make the source emit.
    @_alwaysEmitIntoClient
    public func scan<Seed>(
        into seed: Seed,
        accumulator: @escaping (inout Seed, Element) -> Void
    ) -> Infallible<Seed> {
        Infallible(asObservable().scan(into: seed, accumulator: accumulator))
    }
}
