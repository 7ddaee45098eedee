// For 3 to 8 sources: Generated/.

extension ObservableType {
    /// Combines the first values of two sources, then the second values, and so on.
    ///
    /// ![Marble diagram, in seconds. Letters: a at 1, b at 3, c at 9, the end at 11. Numbers: 1 at 3, 2 at 5, 3 at 7,
    /// the end at 11. Result: a1 at 3, b2 at 5, c3 at 9, the end at 11.](marbles-zip)
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
    @_alwaysEmitIntoClient
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
    @_alwaysEmitIntoClient
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1,
        _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.zip(source1, source2) { ($0, $1) }
    }
}

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
    @_alwaysEmitIntoClient
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
    @_alwaysEmitIntoClient
    public static func zip<Collection: Swift.Collection>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }
}

/// Combines the values that have the same number in every source.
@usableFromInline
final class ZipCoordinator<Values, Output>: CombiningCoordinator<Values, Output>, @unchecked Sendable {
    /// How many values of each source wait.
    @usableFromInline
    @exclusivity(unchecked)
    var waiting: ContiguousArray<Int>

    /// Whether the sources are a collection. As in RxSwift, a zip of a collection also completes when a source sends a
    /// value after all others have ended and one of the others has no value left; a zip of a fixed number of sources
    /// completes only when all have ended.
    @usableFromInline
    let isCollection: Bool

    @inlinable
    init(
        _ downstream: Sink<Output>,
        _ values: Values,
        count: Int,
        isCollection: Bool = false,
        produce: @escaping (inout Values) throws -> Output
    ) {
        waiting = ContiguousArray(repeating: 0, count: count)
        self.isCollection = isCollection
        super.init(downstream, values, count: count, produce: produce)
    }

    override var keepsUnmatched: Bool { true }

    // What one source is ahead of the others waits here, without a bound.
    @usableFromInline
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.addBarrier("zip")
        return super.describePressure(&path)
    }

    @inlinable
    @inline(__always)
    func zip(_ index: Int) {
        waiting[index] += 1
        if waiting[index] == 1 { missing -= 1 }
        if missing == 0 {
            // Counted before `emit()` calls any closure: a callback may send further values.
            for index in 0..<count {
                waiting[index] -= 1
                if waiting[index] == 0 { missing += 1 }
            }
            emit()
        } else if isCollection && ended == count - 1 {
            finish()
        }
    }

    @inlinable
    @inline(__always)
    func makeSink<Element>(
        for source: Observable<Element>,
        _ index: Int,
        append: @escaping (inout Values, Element) -> Void
    ) -> Held<Sink<Element>> {
        makeSink(
            index,
            as: ZipCoordinator<Values, Output>.self,
            disposesFirst: !isCollection,
            store: { values, element in
                append(&values, element)
                return nil
            }
        ) { coordinator, index, _ in coordinator.zip(index) }
    }
}
