import Millrace

extension ObservableType {
    /// Emits the latest element once each `period`, if an element has come since the last time.
    ///
    /// ```
    /// source              -ab------c-|
    /// sample(period: 4s)  ----b-------(c|)
    /// ```
    ///
    /// - **Emits** the latest element at the end of each period; nothing if no element has come within the period.
    /// - **Completes** at the end of the period in which the source completes, after the latest element.
    /// - **Fails** as soon as the source does.
    /// - **Disposal** disposes the source's subscription and stops the timer. The source's subscription is disposed when
    ///   the source completes.
    /// - **Thread**: emits on `scheduler`; if another thread is delivering at that moment, that thread delivers the
    ///   element instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each period.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let temperatures = scheduler.cold("-ab-------c|")  // each character is a second
    /// let subscription = temperatures
    ///     .sample(period: .seconds(4), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 4 s: b
    /// // 12 s: c
    /// ```
    ///
    /// - Parameters:
    ///   - period: how long from one emission to the next; as in `timer(_:period:scheduler:)`.
    ///   - scheduler: the scheduler whose clock is used.
    public func sample(period: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        let argument: StaticString = "sample(period:scheduler:): period"
        return sample(Observable<Int>.timer(period, period: period, scheduler: scheduler, endless: argument))
    }
}
