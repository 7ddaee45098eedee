import Millrace

extension ObservableType {
    /// Emits an element of its own making whenever nothing has been emitted for `period`.
    ///
    /// ```
    /// source                              --a--b-----------c-|
    /// keepAlive(every: .seconds(4)) { k } --a--b---k---k---c-|
    /// ```
    ///
    /// So a connection on which nothing comes is not taken for a broken one, and a server that writes what it emits learns
    /// that its client is gone.
    ///
    /// - **Emits** every element of the source, and one that `make` makes when `period` has passed since the subscription
    ///   or since the last element, of whichever kind, was delivered. While there is no room in a bounded queue further
    ///   down, it makes none: there is something to send already.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: elements of the source come on the thread that the source emits on; `make` is called, and its elements
    ///   come, on `scheduler`. If another thread is delivering at that moment, that thread does it instead.
    /// - **Complexity**: O(1) for each element, which reads the clock and starts no timer; at most two scheduled actions in
    ///   each `period`.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let events = scheduler.cold("--a-----------b-|")  // each character is a second
    /// let subscription = events
    ///     .keepAlive(every: .seconds(5), scheduler: scheduler) { ": still here" }
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 2 s: a
    /// // 7 s: : still here
    /// // 12 s: : still here
    /// // 14 s: b
    /// ```
    ///
    /// - Parameters:
    ///   - period: how long nothing may come, more than 0. In virtual time, the program stops if this time passes 100,000
    ///     times without a move of the clock.
    ///   - scheduler: the scheduler whose clock is used.
    ///   - make: makes what is emitted.
    public func keepAlive(
        every period: RxTimeInterval,
        scheduler: SchedulerType,
        _ make: @escaping () -> Element
    ) -> Observable<Element> {
        require(
            period.saturatedNanoseconds > 0,
            "keepAlive(every:scheduler:_:): period is \(period); it must be more than 0"
        )
        return keptAlive(
            every: period,
            scheduler,
            argument: "keepAlive(every:scheduler:_:): period",
            function: #function,
            make
        )
    }
}
