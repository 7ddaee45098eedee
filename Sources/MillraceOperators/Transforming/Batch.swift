import Millrace

extension ObservableType {
    /// Emits elements in batches: as soon as `count` elements have come, or when the first of them has waited for
    /// `timeSpan`.
    ///
    /// ```
    /// source                                 -abc----d------|
    /// batch(upTo: 2, within: .seconds(3))    --(ab)-c---d---|
    /// ```
    ///
    /// - **Emits** no empty batches. The time of a batch starts with its first element, so no element waits for longer
    ///   than `timeSpan`. While there is no room in a bounded queue further down, a batch waits for room, and goes on
    ///   growing up to `count`.
    /// - **Completes** when the source does, after a batch of the elements that have come since the last one, if there are
    ///   any.
    /// - **Fails** as soon as the source does. The elements that have come since the last batch are dropped.
    /// - **Disposal** disposes the source's subscription, stops the timer, and releases the elements that have been
    ///   collected.
    /// - **Thread**: a full batch comes on the thread that the source emits on, others on `scheduler`. If another thread is
    ///   delivering at that moment, that thread delivers the batch instead.
    /// - **Complexity**: O(1) for each element; at most two scheduled actions in each `timeSpan`, none while nothing comes.
    ///   Memory for `count` elements.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let rows = scheduler.cold("-abc----d---|")  // each character is a second
    /// let subscription = rows
    ///     .batch(upTo: 2, within: .seconds(3), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 2 s: ["a", "b"]
    /// // 6 s: ["c"]
    /// // 11 s: ["d"]
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many elements a batch has at most, at least 1.
    ///   - timeSpan: how long an element waits at most for its batch to become full.
    ///   - scheduler: the scheduler whose clock is used.
    public func batch(upTo count: Int, within timeSpan: RxTimeInterval, scheduler: SchedulerType) -> Observable<
        [Element]
    > {
        require(count > 0, "batch(upTo:within:scheduler:): count is \(count); it must be greater than 0")
        return batched(count, .max, nil, timeSpan, scheduler, function: #function)
    }

    /// Emits elements in batches: as soon as `count` elements have come, as they weigh `weight` together, or when the first
    /// of them has waited for `timeSpan`; otherwise as `batch(upTo:within:scheduler:)`.
    ///
    /// - **Emits** a batch also when the next element would make it too heavy; that element is the first of the next
    ///   batch. An element that weighs `weight` or more by itself is a batch of its own, at once.
    /// - **Fails** also with the error that `weightOf` throws.
    /// - **Thread**: `weightOf` is called on the thread that the source emits on.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.of("to", "be", "or", "understood", "is")
    ///     .batch(upTo: 100, weight: 5, of: { $0.count }, within: .seconds(1), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// // ["to", "be"]
    /// // ["or"]
    /// // ["understood"]
    /// // ["is"]
    /// ```
    ///
    /// - Parameters:
    ///   - count: how many elements a batch has at most, at least 1.
    ///   - weight: how much the elements of a batch weigh together at most, at least 1, unless there is only one.
    ///   - weightOf: says what an element weighs, such as its bytes; less than 0 counts as 0.
    ///   - timeSpan: how long an element waits at most for its batch to become full.
    ///   - scheduler: the scheduler whose clock is used.
    public func batch(
        upTo count: Int,
        weight: Int,
        of weightOf: @escaping (Element) throws -> Int,
        within timeSpan: RxTimeInterval,
        scheduler: SchedulerType
    ) -> Observable<[Element]> {
        require(count > 0, "batch(upTo:weight:of:within:scheduler:): count is \(count); it must be greater than 0")
        require(weight > 0, "batch(upTo:weight:of:within:scheduler:): weight is \(weight); it must be greater than 0")
        return batched(count, weight, weightOf, timeSpan, scheduler, function: #function)
    }
}
