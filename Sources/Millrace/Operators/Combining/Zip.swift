// For 3 to 8 sources: Generated/.

extension ObservableType {
    /// Combines the first values of two sources, then the second values, and so on.
    ///
    /// - **Emits** what `resultSelector` makes of the first values of all sources, then of the second values, and so
    ///   on.
    /// - **Completes** when all sources have.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all sources, and drops the values that wait for others.
    /// - **Thread**: `resultSelector` is called on the thread that sends the last of the values; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each value, amortized; values that wait for others are kept.
    ///
    /// ```swift
    /// let names = Observable.of("Ada", "Grace", "Edsger")
    /// let scores = Observable.of(3, 5)
    /// let subscription = Observable.zip(names, scores) { "\($0): \($1)" }
    ///     .subscribe(onNext: { print($0) })
    /// // Ada: 3
    /// // Grace: 5
    /// ```
    ///
    /// - Parameters:
    ///   - source1: the source whose values `resultSelector` gets as its first argument.
    ///   - source2: the source whose values it gets as its second argument.
    ///   - resultSelector: makes the result.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (Fifo<O1.Element>, Fifo<O2.Element>)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        return ClosureSource { downstream in
            let coordinator = ZipCoordinator<Values, Element>(downstream, (Fifo(), Fifo()), count: 2) {
                let values = ($0.0.removeFirst(), $0.1.removeFirst())
                return try resultSelector(values.0, values.1)
            }
            let sink1 = coordinator.makeSink(for: source1, 0) { $0.0.append($1) }
            let sink2 = coordinator.makeSink(for: source2, 1) { $0.1.append($1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.ready()
        }
    }
}

extension ObservableType where Element == Any {
    /// Combines the values of two sources in tuples; otherwise as `zip(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the source of the tuples' first values.
    ///   - source2: the source of their second values.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.zip(source1, source2) { ($0, $1) }
    }
}
