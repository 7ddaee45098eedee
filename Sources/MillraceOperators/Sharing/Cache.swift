import Millrace

extension ObservableType {
    /// Subscribes to this source once, when the first subscriber comes, and gives every subscriber all of its events.
    ///
    /// ```
    /// source            --a---b---|
    /// first subscriber  --a---b---|
    /// a later one             (ab)|
    /// ```
    ///
    /// - **Emits** all elements of the source to each subscriber: those that have come already before `subscribe` returns,
    ///   the others as they come.
    /// - **Completes** when the source does, and at once for later subscribers.
    /// - **Fails** when the source does, and at once for later subscribers, who get the elements and the same error.
    ///   `cache(for:scheduler:)` does not keep errors.
    /// - **Disposal** ends that subscription alone. The one to the source stays, even without subscribers, until the source
    ///   ends.
    /// - **Thread**: subscribes to the source on the thread of the first subscriber; subscribers that come at the same time
    ///   do not wait for it. Emits on the thread that the source emits on, and replays on the thread that subscribes.
    /// - **Complexity**: O(subscribers) for each element; subscribing O(elements). The memory grows with each element and
    ///   has no limit: for endless sources take `share(replay:resettingOn:)`, which limits it.
    ///
    /// ```swift
    /// let rows = Observable.of("row 1", "row 2")
    ///     .do(onSubscribe: { print("query") })
    ///     .cache()
    /// for _ in 1...2 { _ = rows.subscribe(onNext: { print($0) }) }
    /// // query
    /// // row 1
    /// // row 2
    /// // row 1
    /// // row 2
    /// ```
    @inlinable
    public func cache() -> Observable<Element> {
        multicast(ReplaySubject.createUnbounded()).autoConnect()
    }

    /// Gives every subscriber all events of one subscription to this source, until `timeSpan` after its completion. The
    /// next subscriber then begins anew.
    ///
    /// ```
    /// source, each time  --a|
    /// first subscriber   --a|
    /// in time                  a|
    /// too late                         --a|
    /// ```
    ///
    /// - **Emits** all elements of the source to each subscriber: those that have come already before `subscribe` returns,
    ///   the others as they come.
    /// - **Completes** when the source does; for later subscribers in time, at once.
    /// - **Fails** when the source does. The error is not kept: the next subscriber subscribes to the source again.
    /// - **Disposal** ends that subscription alone. The one to the source stays, even without subscribers, until the source
    ///   ends.
    /// - **Thread**: subscribes to the source on the thread of the subscriber that begins; subscribers that come at the same
    ///   time do not wait for it. Emits on the thread that the source emits on, and replays on the thread that subscribes.
    /// - **Complexity**: O(subscribers) for each element; subscribing O(elements). The memory grows with each element, and
    ///   is released after the time span.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let price = Observable.just(42)
    ///     .do(onSubscribe: { print("request") })
    ///     .cache(for: .seconds(60), scheduler: scheduler)
    /// for second in [0, 59, 61] {
    ///     scheduler.advanceTo(second)
    ///     _ = price.subscribe(onNext: { print("\(second) s: \($0)") })
    /// }
    /// // request
    /// // 0 s: 42
    /// // 59 s: 42
    /// // request
    /// // 61 s: 42
    /// ```
    ///
    /// - Parameters:
    ///   - timeSpan: how long the events are kept after the source has completed.
    ///   - scheduler: the scheduler that times it.
    @inlinable
    public func cache(for timeSpan: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        share(replay: .max, resettingOn: [.error, .completion(after: timeSpan, scheduler: scheduler)])
    }
}
