extension ObservableType {
    /// Emits the elements of an array, in order.
    ///
    /// - **Completes** after the last one.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: O(1) for each element; with a scheduler other than the default, one scheduled action for each.
    ///
    /// ```swift
    /// let primes = [2, 3, 5]
    /// let subscription = Observable.from(primes)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
    /// // 2
    /// // 3
    /// // 5
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - array: the elements.
    ///   - scheduler: where to emit.
    @inlinable
    public static func from(
        _ array: [Element],
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        SteppedSource.iterating(array, on: scheduler)
    }

    /// Emits the elements of a sequence, in order.
    ///
    /// - **Completes** after the last one.
    /// - **Fails** never.
    /// - **Disposal** stops it between two elements.
    /// - **Thread**: iterates and emits on `scheduler`; on the default one, before `subscribe` returns.
    /// - **Complexity**: that of the iterator; with a scheduler other than the default, one scheduled action for each
    ///   element.
    ///
    /// ```swift
    /// let subscription = Observable.from(stride(from: 0, to: 10, by: 4))
    ///     .subscribe(onNext: { print($0) })
    /// // 0
    /// // 4
    /// // 8
    /// ```
    ///
    /// - Parameters:
    ///   - sequence: the elements; each subscription makes an iterator of its own.
    ///   - scheduler: where to emit.
    @inlinable
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence,
        scheduler: ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> where Sequence.Element == Element {
        SteppedSource.iterating(sequence, on: scheduler)
    }
}

extension ObservableType {
    /// Emits the value of an optional, if it has one.
    ///
    /// - **Completes** right after the element; at once if `optional` is `nil`.
    /// - **Fails** never.
    /// - **Disposal** while the element is being delivered suppresses the completion.
    /// - **Thread**: emits on the thread that subscribes, before `subscribe` returns and without any scheduler.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let numbers = ["8", "eight", "88"].map { Observable.from(optional: Int($0)) }
    /// let subscription = Observable.concat(numbers).subscribe(onNext: { print($0) })
    /// // 8
    /// // 88
    /// ```
    ///
    /// - Parameter optional: what to emit.
    @inlinable
    public static func from(optional: Element?) -> Observable<Element> {
        if let element = optional { JustSource(element) } else { TerminalSource(.completed) }
    }

    /// Emits the value of an optional, if it has one, on a scheduler.
    ///
    /// - **Completes** in a second scheduled action, after the one that emits the element; in the only action if
    ///   `optional` is `nil`.
    /// - **Fails** never.
    /// - **Disposal** suppresses the actions that have not begun.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1); at most two scheduled actions.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.from(optional: Int("8"), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// print("subscribed")
    /// scheduler.start()
    /// // subscribed
    /// // 8
    /// ```
    ///
    /// - Parameters:
    ///   - optional: what to emit.
    ///   - scheduler: where to emit.
    public static func from(optional: Element?, scheduler: ImmediateSchedulerType) -> Observable<Element> {
        ClosureSource(kind: .scheduled(Awaited(.event, of: scheduler))) { downstream in
            let feed = ScheduledFeed(downstream)
            feed.attach {
                scheduler.schedule(optional) { optional in
                    guard let element = optional else {
                        feed.complete()
                        return NopDisposable.instance
                    }
                    feed.next(element)
                    return scheduler.schedule(()) { _ in
                        feed.complete()
                        return NopDisposable.instance
                    }
                }
            }
        }
    }
}
