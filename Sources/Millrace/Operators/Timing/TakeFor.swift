extension ObservableType {
    /// Emits the elements that come within `duration` of the subscription.
    ///
    /// - **Completes** when that time is over, or when the source does.
    /// - **Fails** when the source does before that.
    /// - **Disposal** disposes the source's subscription and stops the timer, as completing does.
    /// - **Thread**: emits on the thread that the source emits on, completes on `scheduler`; if another thread is
    ///   delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let readings = scheduler.cold("-a-b-c|")  // each character is a second
    /// let subscription = readings
    ///     .take(for: .seconds(4), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) }, onCompleted: { print("completed after \(scheduler.clock) s") })
    /// scheduler.start()
    /// // a
    /// // b
    /// // completed after 4 s
    /// ```
    ///
    /// - Parameters:
    ///   - duration: how long to emit.
    ///   - scheduler: the scheduler whose clock is used.
    public func take(for duration: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timed(startingWith: duration) { TakeForCoordinator($0, scheduler) }
    }
}

private final class TakeForCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    override func received(_ element: Element) {
        forward(element)
    }

    override func elapsed() {
        finish()
    }
}
