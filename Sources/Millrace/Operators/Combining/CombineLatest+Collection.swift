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
    @inlinable
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
            let coordinator = CombineLatestCoordinator<ContiguousArray<Value?>, Element>(
                downstream,
                ContiguousArray(repeating: nil, count: sources.count),
                count: sources.count
            ) { try resultSelector($0.map { known($0) }) }
            let sinks = sources.enumerated().map { index, source in
                coordinator.makeSink(for: source, index, disposesFirst: false) { exchange(&$0[index], for: $1) }
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
    @inlinable
    public static func combineLatest<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }
}
