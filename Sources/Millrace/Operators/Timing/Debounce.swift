extension ObservableType {
    /// Emits an element once nothing has followed it for `dueTime`.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 2, c at 3, d at 8, the end at 12. Result: c at 5, d at 10,
    /// the end at 12.](marbles-debounce)
    ///
    /// - **Emits** the latest element when `dueTime` has passed since it came. An element is dropped if another element
    ///   follows sooner. If an element comes at the very time at which the element before it is due, the scheduler's
    ///   order decides: the element before it is emitted if the scheduler runs the timer first.
    /// - **Completes** when the source does. An element that waits is emitted first.
    /// - **Fails** as soon as the source does. An element that waits is dropped.
    /// - **Disposal** disposes the source's subscription, stops the timer and drops an element that waits.
    /// - **Thread**: emits on `scheduler`; if another thread is delivering at that moment, that thread delivers the
    ///   event instead. An element that still waits when the source ends, and the end, come on the thread that the
    ///   source ends on.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let keys = scheduler.cold("-abc----d|")  // each character is a second
    /// let subscription = keys
    ///     .debounce(.seconds(2), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 5 s: c
    /// // 9 s: d
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long no other element may follow.
    ///   - scheduler: the scheduler whose clock is used.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timed { DebounceCoordinator($0, scheduler, dueTime) }
    }
}

private final class DebounceCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private var waiting: Element?

    init(_ downstream: Sink<Element>, _ scheduler: SchedulerType, _ dueTime: RxTimeInterval) {
        self.dueTime = dueTime
        super.init(downstream, scheduler)
    }

    override func received(_ element: Element) {
        let former = exchange(&waiting, for: element)
        startTimer(dueTime)
        releaseValue(former)
    }

    override func elapsed() {
        flush()
    }

    override func ended() {
        flush()
        finish()
    }

    override func failed(_ error: Swift.Error) {
        let dropped = exchange(&waiting, for: nil)
        fail(error)
        releaseValue(dropped)
    }

    private func flush() {
        if let element = exchange(&waiting, for: nil) { forward(element) }
    }
}
