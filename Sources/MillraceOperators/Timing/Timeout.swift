import Millrace

extension ObservableType {
    /// Fails with `RxError.timeout` if the source has not ended `dueTime` after the subscription.
    ///
    /// ```
    /// source               -a--b--c--d--|
    /// timeout(total: 8s)   -a--b--c#
    /// ```
    ///
    /// - **Emits** every element of the source until then.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with `RxError.timeout`.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on, times out on `scheduler`; if another thread is
    ///   delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let parts = scheduler.cold("-a-b-c-d-e-|")  // each character is a second
    /// let subscription = parts
    ///     .timeout(total: .seconds(6), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed after \(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // a
    /// // b
    /// // c
    /// // failed after 6 s: Sequence timeout.
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long the source may take until its end.
    ///   - scheduler: the scheduler whose clock is used.
    @inlinable
    public func timeout(total dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        take(until: Observable<Int>.timer(dueTime, scheduler: scheduler).map { _ in throw RxError.timeout })
    }

    /// Fails with `RxError.timeout` if the source made for an element emits or completes before the next event comes.
    ///
    /// ```
    /// source                    -a-b-------c--|
    /// timeout(by: { _ in 4s })  -a-b---#
    /// ```
    ///
    /// - **Emits** every element of the source. The time begins when an element has been delivered, and ends with the
    ///   next event; before the first element, there is no limit.
    /// - **Completes** when the source does.
    /// - **Fails** when the source or the source made for the latest element does, with `RxError.timeout`, or with the
    ///   error that `timeoutSelector` throws.
    /// - **Disposal** disposes the subscriptions to the source and to the source made for the latest element.
    /// - **Thread**: `timeoutSelector` is called on the thread that the source emits on. If another thread is delivering
    ///   when an event comes, that thread delivers the event instead.
    /// - **Complexity**: one subscription for each element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let answers = scheduler.cold("-a--b-----c|")  // each character is a second
    /// let subscription = answers
    ///     .timeout(by: { Observable<Int>.timer(.seconds($0 == "a" ? 4 : 2), scheduler: scheduler) })
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed after \(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // a
    /// // b
    /// // failed after 6 s: Sequence timeout.
    /// ```
    ///
    /// - Parameter timeoutSelector: makes, for each element, the source that says how long the next event may take.
    @inlinable
    public func timeout<Source: ObservableConvertibleType>(
        by timeoutSelector: @escaping (Element) throws -> Source
    ) -> Observable<Element> {
        withDurations(state: ()) { sink, durations, event in
            switch event {
            case .next(let element):
                // The time does not run while the element is delivered.
                let number = durations.pause()
                sink.forward(element)
                // Otherwise the time of an element that came from inside the delivery runs.
                if sink.isOpen, durations.isLatest(number) { durations.start(try timeoutSelector(element)) }
            case .elapsed: sink.fail(RxError.timeout)
            case .completed: sink.finish()
            }
        }
    }
}
