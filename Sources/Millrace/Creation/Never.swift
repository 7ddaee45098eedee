extension ObservableType {
    /// Emits nothing at all and never ends.
    ///
    /// - **Completes** never.
    /// - **Fails** never.
    /// - **Disposal** has nothing to stop. When `subscribe` returns, the closures for events have been released, with
    ///   what they captured.
    /// - **Complexity**: O(1).
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable<Int>.never()
    ///     .timeout(.seconds(30), other: Observable.just(0), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\($0) at \(scheduler.clock)") })
    /// scheduler.start()
    /// // 0 at 30
    /// ```
    @inlinable
    public static func never() -> Observable<Element> {
        TerminalSource(.silent)
    }
}
