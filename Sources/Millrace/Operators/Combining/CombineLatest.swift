// For 3 to 8 sources: Generated/.

extension ObservableType {
    /// Combines the latest values of two sources.
    ///
    /// ![Marble diagram, in seconds. Letters: a at 1, b at 6, the end at 11. Numbers: 1 at 3, 2 at 9, the end at 11.
    /// Result: a1 at 3, b1 at 6, b2 at 9, the end at 11.](marbles-combineLatest)
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
    @_alwaysEmitIntoClient
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2,
        resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        typealias Values = (O1.Element?, O2.Element?)
        let source1 = source1.asObservable()
        let source2 = source2.asObservable()
        return ClosureSource { downstream in
            let coordinator = CombiningCoordinator<Values, Element>(downstream, (nil, nil), count: 2) {
                let values = $0
                return try resultSelector(known(values.0), known(values.1))
            }
            let sink1 = coordinator.makeSink(forLatestOf: source1, 0) { exchange(&$0.0, for: $1) }
            let sink2 = coordinator.makeSink(forLatestOf: source2, 1) { exchange(&$0.1, for: $1) }
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
    @_alwaysEmitIntoClient
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.combineLatest(source1, source2) { ($0, $1) }
    }
}

extension ObservableType {
    /// Combines the latest values of all sources in a collection.
    ///
    /// - **Emits** what `resultSelector` makes of the latest values, whenever a source sends a value and every source
    ///   has sent one by then. Without sources it emits what `resultSelector` makes of an empty array, and completes.
    /// - **Completes** when all sources have. It completes earlier when a source sends a value that can never be
    ///   combined: all other sources have completed, and one of them never sent a value.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: `resultSelector` is called on the thread that sends the value; if another thread is delivering at
    ///   that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(sources) for each value.
    ///
    /// ```swift
    /// let seatsTaken = [BehaviorSubject(value: 10), BehaviorSubject(value: 20)]
    /// let subscription = Observable.combineLatest(seatsTaken) { $0.reduce(0, +) }
    ///     .subscribe(onNext: { print("\($0) seats are taken") })
    /// seatsTaken[1].onNext(21)
    /// // 30 seats are taken
    /// // 31 seats are taken
    /// ```
    ///
    /// - Parameters:
    ///   - collection: the sources.
    ///   - resultSelector: makes the result from the latest values, which are in the order of the sources.
    @_alwaysEmitIntoClient
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        typealias Value = Collection.Element.Element
        let sources = collection.map { $0.asObservable() }
        return ClosureSource { downstream in
            if sources.isEmpty {
                do { downstream.next(try resultSelector([])) } catch { downstream.error(error) }
                if downstream.isOpen { downstream.completed() }
                downstream.sourceReleased()
                return
            }
            let coordinator = CombiningCoordinator<ContiguousArray<Value?>, Element>(
                downstream,
                ContiguousArray(repeating: nil, count: sources.count),
                count: sources.count
            ) { try resultSelector($0.map { known($0) }) }
            let sinks = sources.enumerated().map { index, source in
                coordinator.makeSink(forLatestOf: source, index, disposesFirst: false) { exchange(&$0[index], for: $1) }
            }
            downstream.setUpstream(coordinator)
            for (index, sink) in sinks.enumerated() { coordinator.subscribe(sink, to: sources[index], index) }
            coordinator.ready()
        }
    }

    /// Combines the latest values of all sources in a collection in an array; otherwise as
    /// `combineLatest(_:resultSelector:)`.
    ///
    /// - Parameter collection: the sources.
    @_alwaysEmitIntoClient
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }
}

extension CombiningCoordinator {
    /// A source that has not ended has sent a value. Called inside the gate.
    @inlinable
    @inline(__always)
    final func combine(isFirst: Bool) {
        if isFirst { missing -= 1 }
        if missing == 0 {
            emit()
        } else if ended == count - 1 {
            finish()  // the others have ended, one of them without a value
        }
    }

    /// Makes a sink that combines the latest value of `source` with those of the others, each time a value comes.
    @inlinable
    @inline(__always)
    final func makeSink<Element>(
        forLatestOf source: Observable<Element>,
        _ index: Int,
        disposesFirst: Bool = true,
        store: @escaping (inout Values, Element) -> Element?
    ) -> Held<Sink<Element>> {
        makeSink(
            index,
            as: CombiningCoordinator<Values, Output>.self,
            disposesFirst: disposesFirst,
            store: store
        ) { coordinator, _, isFirst in coordinator.combine(isFirst: isFirst) }
    }
}
