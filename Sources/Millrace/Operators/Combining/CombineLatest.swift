// For 3 to 8 sources: Generated/.

extension ObservableType {
    /// Combines the latest values of two sources.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, whenever a source sends a value and every source
    ///   has sent one by then.
    /// - **Completes** when all sources have. It completes earlier when a source sends a value that can never be
    ///   combined: all other sources have completed, and one of them never sent a value.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread is delivering at
    ///   that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each value.
    ///
    /// ```swift
    /// let price = PublishSubject<Int>()
    /// let amount = PublishSubject<Int>()
    /// let subscription = Observable.combineLatest(price, amount) { $0 * $1 }
    ///     .subscribe(onNext: { print($0) })
    /// price.onNext(5) // there is no amount yet
    /// amount.onNext(2)
    /// price.onNext(6)
    /// // 10
    /// // 12
    /// ```
    ///
    /// - Parameters:
    ///   - source1: the source whose latest value `resultSelector` gets as its first argument.
    ///   - source2: the source whose latest value it gets as its second argument.
    ///   - resultSelector: makes the result.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombineLatestCoordinator<Values, Element>(downstream, (nil, nil), count: 2) {
                let values = $0
                return try resultSelector(known(values.0), known(values.1))
            }
            let sink1 = coordinator.makeSink(for: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(for: source2, 1) { exchange(&$0.1, for: $1) }
            downstream.setUpstream(coordinator)
            coordinator.subscribe(sink1, to: source1, 0)
            coordinator.subscribe(sink2, to: source2, 1)
            coordinator.ready()
        }
    }
}

extension ObservableType where Element == Any {
    /// Combines the latest values of two sources in a tuple; otherwise as `combineLatest(_:…resultSelector:)`.
    ///
    /// - Parameters:
    ///   - source1: the source of the tuples' first values.
    ///   - source2: the source of their second values.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.combineLatest(source1, source2) { ($0, $1) }
    }
}
