#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// Emits at most one element in each `dueTime`.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 2, c at 3, d at 8, the end at 12. Result: a at 1, c at 4, d
    /// at 8, the end at 12.](marbles-throttle)
    ///
    /// - **Emits** an element at once if no element was emitted within the last `dueTime`. Of the elements that come
    ///   sooner, the latest is emitted when that time is over, and the next `dueTime` starts with this element. If
    ///   another element comes after that time but before the scheduler has run the timer, this element is emitted at
    ///   once, in place of the element that waits. If `latest` is false, all elements that come sooner are dropped.
    /// - **Completes** when the source does: at once if no element waits, otherwise right after the element that waits
    ///   has been emitted.
    /// - **Fails** as soon as the source does. An element that waits is dropped.
    /// - **Disposal** disposes the source's subscription, stops the timer and drops an element that waits.
    /// - **Thread**: an element that need not wait comes on the thread that the source emits on, other elements on
    ///   `scheduler`. If another thread is delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; at most one scheduled action in each `dueTime`. A remaining time of
    ///   less than a microsecond, the resolution of `Date`, counts as none.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let positions = scheduler.cold("-abc----d|")  // each character is a second
    /// let subscription = positions
    ///     .throttle(.seconds(3), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 1 s: a
    /// // 4 s: c
    /// // 8 s: d
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: the least time from one element to the next.
    ///   - latest: whether to emit, once `dueTime` is over, the latest of the elements that came sooner.
    ///   - scheduler: the scheduler whose clock is used.
    public func throttle(
        _ dueTime: RxTimeInterval,
        latest: Bool = true,
        scheduler: SchedulerType
    ) -> Observable<Element> {
        timed { ThrottleCoordinator($0, scheduler, dueTime, latest) }
    }
}

private final class ThrottleCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private let latest: Bool
    private let stopwatch: any Stopwatch
    private var sent: RxTime?
    private var waiting: Element?
    private var sourceHasEnded = false

    init(_ downstream: Sink<Element>, _ scheduler: SchedulerType, _ dueTime: RxTimeInterval, _ latest: Bool) {
        self.dueTime = dueTime
        self.latest = latest
        stopwatch = scheduler.stopwatch
        super.init(downstream, scheduler)
    }

    override func received(_ element: Element) {
        let remaining = sent.map { dueTime.remaining(from: $0, to: stopwatch.reading) } ?? .nanoseconds(0)
        if remaining.saturatedNanoseconds < 1_000 { return send(element) }
        guard latest else { return }
        let former = exchange(&waiting, for: element)
        if former == nil { startTimer(remaining) }
        releaseValue(former)
    }

    override func elapsed() {
        if let element = waiting { send(element) }
        if sourceHasEnded { finish() }
    }

    override func ended() {
        if waiting == nil { return finish() }
        sourceHasEnded = true
        disposeUpstream()
    }

    override func failed(_ error: Swift.Error) {
        let dropped = exchange(&waiting, for: nil)
        fail(error)
        releaseValue(dropped)
    }

    private func send(_ element: Element) {
        let dropped = exchange(&waiting, for: nil)
        forward(element)
        // Taken after the delivery, so that a slow observer gets its pause too.
        sent = stopwatch.reading
        releaseValue(dropped)
    }
}
