extension ObservableType {
    /// Drops what comes within `duration` of the subscription, and emits the rest.
    ///
    /// - **Completes**, and **fails**, when the source does, within that time too.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on; if another thread is delivering at that moment, that
    ///   thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each subscription.
    ///
    /// - Parameters:
    ///   - duration: how long to drop elements.
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
