import Millrace

extension ObservableType where Element == Bool {
    /// Whether all elements are true.
    ///
    /// ```
    /// source  --true--false--true--|
    /// and()   --------(false|)
    /// ```
    ///
    /// - **Emits** false at the first false; true when the source completes and all its elements were true.
    /// - **Completes** right after the result; without a result if the source completes without an element.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription, as the first false does.
    /// - **Thread**: emits on the thread that the source emits or completes on.
    /// - **Complexity**: O(1) for each element; one allocation for each subscription.
    ///
    /// ```swift
    /// let subscription = Observable.of(true, false, true)
    ///     .and()
    ///     .subscribe(onSuccess: { print($0) })
    /// // false
    /// ```
    public func and() -> Maybe<Bool> {
        let receive: Sink<Bool>.Receive = { sink, element in
            let sink = sink.downcast(to: StatefulSink<Bool, Bool, Bool>.self)
            if element { sink.storeState(true) } else { sink.finish(with: false) }
        }
        let result: Observable<Bool> = Operator(asObservable()) {
            CompletingSink($0, state: false, receive: receive) { sink in
                if sink.loadState() { sink.finish(with: true) } else { sink.finish() }
            }
        }
        return PrimitiveSequence(raw: result)
    }

    /// Whether all elements of several sources are true.
    ///
    /// - **Emits** false at the first false of any source; true when all sources have completed, each after at least one
    ///   element.
    /// - **Completes** right after the result; without a result when all sources have completed and one of them had no
    ///   element, and at once if there are no sources.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to all of them, as the first false does.
    /// - **Thread**: emits on the thread that the deciding event comes on; if another thread is delivering at that
    ///   moment, that thread emits instead. No thread waits.
    /// - **Complexity**: O(1) for each element; two allocations for each source.
    ///
    /// ```swift
    /// let checks = [Observable.of(true), Observable.of(true, true)]
    /// let subscription = Observable.and(checks).subscribe(onSuccess: { print($0) })
    /// // true
    /// ```
    ///
    /// - Parameter collection: the sources.
    public static func and<Collection: Swift.Collection>(_ collection: Collection) -> Maybe<Bool>
    where Collection.Element: ObservableType, Collection.Element.Element == Bool {
        let results = collection.map { $0.and().asObservable() }
        let receive: Sink<Bool>.Receive = { sink, isTrue in
            let sink = sink.downcast(to: StatefulSink<Int, Bool, Bool>.self)
            if isTrue { sink.withState { $0 += 1 } } else { sink.finish(with: false) }
        }
        let result: Observable<Bool> = Operator(Observable.merge(results)) {
            CompletingSink($0, state: 0, receive: receive) { sink in
                if !results.isEmpty, sink.loadState() == results.count {
                    sink.finish(with: true)
                } else {
                    sink.finish()
                }
            }
        }
        return PrimitiveSequence(raw: result)
    }

    /// Whether all elements of several sources are true; otherwise as `and(_:)` of a collection.
    ///
    /// - Parameter sources: the sources.
    public static func and<Source: ObservableType>(_ sources: Source...) -> Maybe<Bool> where Source.Element == Bool {
        and(sources)
    }
}
