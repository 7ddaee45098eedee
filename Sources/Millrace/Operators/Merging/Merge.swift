extension ObservableType where Element: ObservableConvertibleType {
    /// Merges the sources that this source emits.
    ///
    /// - **Emits** the elements of all these sources, as they come.
    /// - **Completes** when this source and all sources that it emitted have completed.
    /// - **Fails** as soon as this source or one of these sources does.
    /// - **Disposal** disposes the subscriptions to this source and all these sources.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source.
    ///
    /// ```swift
    /// let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
    /// let subscription = Observable.of(left, right).merge()
    ///     .subscribe(onNext: { print($0) })
    /// left.onNext(1)
    /// right.onNext(2)
    /// left.onNext(3)
    /// // 1
    /// // 2
    /// // 3
    /// ```
    @inlinable
    public func merge() -> Observable<Element.Element> {
        typealias Coordinator = MergeCoordinator<Element, Element.Element>
        let receive = Coordinator.merging { $0 }
        return Operator(asObservable(), kind: .joining) { Coordinator($0, receive: receive) }
    }

    /// Merges the sources that this source emits, a limited number of them at a time.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, the end at 10. Each a, from its subscription: 1 at 1, 2 at
    /// 4, the end at 5. Each b, from its subscription: 3 at 1, 4 at 3, the end at 4. Result: 1 at 2, 2 at 5, 3 at 7, 4
    /// at 9, the end at 10.](marbles-merge-limit)
    ///
    /// - **Emits** the elements of the sources that are subscribed to, as they come. The other sources wait, in order.
    /// - **Completes** when this source and all sources that it emitted have completed.
    /// - **Fails** as soon as this source or a source that is subscribed to does.
    /// - **Disposal** disposes all subscriptions, and drops the sources that wait. This source's subscription is
    ///   disposed when this source completes.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. A source that has waited is subscribed to on the thread that
    ///   delivers the completion of the source whose place it takes. No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source. Sources that end while they are being
    ///   subscribed to take no stack.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let downloads = Observable.of("a", "b", "c").map { file in
    ///     Observable.just(file)
    ///         .delay(.seconds(5), scheduler: scheduler)
    ///         .do(onSubscribe: { print("\(file) begins") }, onDispose: { print("\(file) has ended") })
    /// }
    /// let subscription = downloads.merge(maxConcurrent: 2).subscribe()
    /// scheduler.start()
    /// // a begins
    /// // b begins
    /// // a has ended
    /// // c begins
    /// // b has ended
    /// // c has ended
    /// ```
    ///
    /// - Parameter maxConcurrent: how many sources are subscribed to at most, at least 1.
    @inlinable
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        require(
            maxConcurrent > 0,
            "merge(maxConcurrent:): maxConcurrent is \(maxConcurrent); it must be greater than 0"
        )
        typealias Coordinator = MergeCoordinator<Element, Element.Element>
        let receive = Coordinator.merging { $0 }
        return Operator(asObservable(), kind: .joining) {
            Coordinator($0, limit: Coordinator.limit(maxConcurrent, above: $0), receive: receive)
        }
    }
}

extension ObservableType {
    /// Merges the sources in a collection.
    ///
    /// - **Emits** the elements of all of them, as they come; they are subscribed to in their order.
    /// - **Completes** when all have completed, at once if there are none.
    /// - **Fails** as soon as one of them does.
    /// - **Disposal** disposes the subscriptions to all of them.
    /// - **Thread**: each element comes on the thread that its source emits on; if another thread is delivering at that
    ///   moment, that thread delivers the element instead. No thread waits.
    /// - **Complexity**: O(1) for each element, one allocation for each source.
    ///
    /// ```swift
    /// let orders = PublishSubject<String>()
    /// let payments = PublishSubject<String>()
    /// let subscription = Observable.merge([orders, payments])
    ///     .subscribe(onNext: { print($0) })
    /// orders.onNext("order 1")
    /// payments.onNext("payment 1")
    /// orders.onNext("order 2")
    /// // order 1
    /// // payment 1
    /// // order 2
    /// ```
    ///
    /// - Parameter sources: the sources to merge.
    @inlinable
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        merge(Array(sources))
    }

    /// Merges the sources in an array; otherwise as `merge(_:)` of a collection.
    ///
    /// - Parameter sources: the sources to merge.
    @inlinable
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        ClosureSource { downstream in
            let coordinator = MergeCoordinator<Never, Element>(downstream) { _, _ in }
            downstream.setUpstream(coordinator)
            for source in sources where coordinator.isOpen { coordinator.merge(source) }
            coordinator.completed()
            coordinator.ready()
        }
    }

    /// Merges several sources; otherwise as `merge(_:)` of a collection.
    ///
    /// ![Marble diagram, in seconds. Letters: a at 1, b at 5, c at 9, the end at 11. Numbers: 1 at 3, 2 at 7, the end
    /// at 11. Result: a at 1, 1 at 3, b at 5, 2 at 7, c at 9, the end at 11.](marbles-merge)
    ///
    /// - Parameter sources: the sources to merge.
    @inlinable
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        merge(sources)
    }
}
