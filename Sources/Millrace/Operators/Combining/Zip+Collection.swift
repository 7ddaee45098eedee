extension ObservableType {
    /// Combines the first values of all sources in a collection, then the second values, and so on.
    ///
    /// - **Emits** what `resultSelector` makes of the first values of all sources, then of the second values, and so
    ///   on.
    /// - **Completes** when all sources have, and at once if there are no sources. It completes earlier when a source
    ///   sends a value that can never be combined: all other sources have completed, and no value of one of them is
    ///   left.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all sources, and drops the values that wait for others.
    /// - **Thread**: `resultSelector` is called on the thread that sends the last of the values; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each value, amortized; values that wait for others are kept.
    ///
    /// ```swift
    /// let lanes = [Observable.of(1, 2), Observable.of(10, 20), Observable.of(100, 200)]
    /// let subscription = Observable.zip(lanes) { $0.reduce(0, +) }
    ///     .subscribe(onNext: { print($0) })
    /// // 111
    /// // 222
    /// ```
    ///
    /// - Parameters:
    ///   - collection: the sources.
    ///   - resultSelector: makes the result from the values, which are in the order of the sources.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection,
        resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        typealias Value = Collection.Element.Element
        let sources = collection.map { $0.asObservable() }
        return ClosureSource { downstream in
            if sources.isEmpty {
                downstream.completed()
                downstream.sourceReleased()
                return
            }
            let coordinator = ZipCoordinator<ContiguousArray<Fifo<Value>>, Element>(
                downstream,
                ContiguousArray(repeating: Fifo(), count: sources.count),
                count: sources.count,
                isCollection: true
            ) { queues in
                try resultSelector((0..<queues.count).map { queues[$0].removeFirst() })
            }
            let sinks = sources.enumerated().map { index, source in
                coordinator.makeSink(for: source, index) { $0[index].append($1) }
            }
            downstream.setUpstream(coordinator)
            for (index, sink) in sinks.enumerated() { coordinator.subscribe(sink, to: sources[index], index) }
            coordinator.ready()
        }
    }

    /// Combines the values of all sources in a collection in arrays; otherwise as `zip(_:resultSelector:)`.
    ///
    /// - Parameter collection: the sources.
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }
}
