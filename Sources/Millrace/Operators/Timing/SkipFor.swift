extension ObservableType {
    /// Leaves out the elements that come within `duration` of the subscription, and emits the rest.
    ///
    /// - **Completes**, and **fails**, when the source does, even within that time.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on; if another thread is delivering at that moment, that
    ///   thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let readings = scheduler.cold("-a-b-c|")  // each character is a second
    /// let subscription = readings
    ///     .skip(.seconds(2), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 3 s: b
    /// // 5 s: c
    /// ```
    ///
    /// - Parameters:
    ///   - duration: how long to leave out elements.
    ///   - scheduler: the scheduler whose clock is used.
    public func skip(_ duration: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timed(startingWith: duration) { SkipForCoordinator($0, scheduler) }
    }
}

private final class SkipForCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    private var isOver = false

    override func received(_ element: Element) {
        if isOver { forward(element) }
    }

    override func elapsed() {
        isOver = true
    }
}
