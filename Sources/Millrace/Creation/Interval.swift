extension ObservableType where Element: RxAbstractInteger {
    /// Emits 0, 1, 2 and so on, one each period, the first after one period.
    ///
    /// - **Completes** never. The integer after `Element.max` is `Element.min`.
    /// - **Fails** never.
    /// - **Disposal** stops the timer.
    /// - **Thread**: emits on `scheduler`.
    /// - **Complexity**: O(1) for each element; one periodic action.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>.interval(.seconds(10), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
    /// scheduler.advanceTo(30)
    /// // 0 at 10
    /// // 1 at 20
    /// // 2 at 30
    /// ```
    ///
    /// - Parameters:
    ///   - period: how long from one element to the next.
    ///   - scheduler: whose clock to use, and where to emit.
    public static func interval(_ period: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timer(period, period: period, scheduler: scheduler)
    }
}
