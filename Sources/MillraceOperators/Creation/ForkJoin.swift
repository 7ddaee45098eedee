import Millrace

extension ObservableType {
    /// Waits for all sources to complete, and emits the last element of each.
    ///
    /// ```
    /// first       --a--b----|
    /// second      ----x--|
    /// forkJoin(_:) ---------[b, x]|
    /// ```
    ///
    /// - **Emits** one array, with the last elements in the order of the sources, when the last source completes. All
    ///   sources are subscribed to, in their order.
    /// - **Completes** right after the array; without an array as soon as a source completes without an element, and at
    ///   once if there are no sources.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: emits on the thread that the last source completes on; if another thread is delivering at that
    ///   moment, that thread emits instead. No thread waits.
    /// - **Complexity**: O(1) for each element; holds one element for each source.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let requests = [3, 1, 2].map { Observable.just("took \($0) s").delay(.seconds($0), scheduler: scheduler) }
    /// let subscription = Observable.forkJoin(requests).subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // ["took 3 s", "took 1 s", "took 2 s"]
    /// ```
    ///
    /// - Parameter collection: the sources.
    @inlinable
    public static func forkJoin<Collection: Swift.Collection>(_ collection: Collection) -> Observable<[Element]>
    where Collection.Element: ObservableConvertibleType, Collection.Element.Element == Element {
        typealias Last = (index: Int, element: Element?)
        typealias Lasts = (elements: [Element?], missing: Int)
        let lasts = collection.enumerated().map { index, source in
            source.asObservable().lastElement { (index: index, element: $0) as Last }
        }
        let count = lasts.count
        let receive: Sink<Last>.Receive = { sink, last in
            let sink = sink.downcast(to: StatefulSink<Lasts, Last, [Element]>.self)
            guard let element = last.element else { return sink.finish() }
            // Taken out, so that the lasts are not copied for the change.
            var lasts = sink.exchangeState(for: ([], 0))
            if last.index < lasts.elements.count { lasts.elements[last.index] = element }
            lasts.missing -= 1
            let isComplete = lasts.missing == 0
            sink.storeState(lasts)
            if isComplete { sink.finish(with: sink.exchangeState(for: ([], 0)).elements.compactMap { $0 }) }
        }
        return Operator(Observable<Last>.merge(lasts)) {
            StatefulSink<Lasts, Last, [Element]>(
                $0,
                state: (Array(repeating: nil, count: count), count),
                receive: receive
            )
        }
    }

    /// Emits, when the source completes, what `result` makes of its last element, or of `nil` if there was none.
    @inlinable
    func lastElement<Result>(_ result: @escaping (Element?) -> Result) -> Observable<Result> {
        let receive: Sink<Element>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Element?, Element, Result>.self)
            if sink.isOpen { sink.storeState(element) }
        }
        return Operator(asObservable(), function: "forkJoin(_:)") {
            CompletingSink<Element?, Element, Result>($0, state: nil, function: "forkJoin(_:)", receive: receive) {
                $0.finish(with: result($0.exchangeState(for: nil)))
            }
        }
    }
}
