extension ObservableType {
    /// Combines the first values of all sources in a collection, then the second values, and so on.
    ///
    /// - **Emits** what `resultSelector` makes of the values that have the same number, in the order of the sources.
    /// - **Completes** when all sources have, and at once if there are no sources. It also completes when a source
    ///   sends a value after all others have ended and one of the others has no value left to combine it with.
    /// - **Fails** as soon as one of them does, or with the error that `resultSelector` throws.
    /// - **Disposal** disposes the subscriptions to all sources, and drops the values that wait.
    /// - **Thread**: `resultSelector` is called on the thread that sends the last value; if another thread is
    ///   delivering at that moment, that thread calls it instead. No thread waits.
    /// - **Complexity**: O(1) for each value, amortized; values that wait for others are kept.
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
    @inlinable
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }
}
