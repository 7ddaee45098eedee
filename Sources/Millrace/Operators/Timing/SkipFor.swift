extension ObservableType {
    /// Drops what comes within `duration` of the subscription, and emits the rest.
    ///
    /// - **Completes**, and **fails**, when the source does, within that time too.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on; if another thread delivers at that moment, on that
    ///   one.
    /// - **Complexity**: O(1) for each element; one scheduled action for each subscription.
    ///
    /// - Parameters:
    ///   - duration: how long to drop elements.
    ///   - scheduler: whose clock to use.
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
