extension ObservableType {
    /// Emits elements in arrays: an array whenever `count` elements have come or `timeSpan` has passed since the last
    /// array.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 6, e at 7, f at 9, g at 12, the end at 13.
    /// Result: [a, b] at 4, [c, d, e] at 7, [f] at 11, [g] at 13, the end at 13.](marbles-buffer)
    ///
    /// - **Emits** arrays of at most `count` elements, and an empty array if nothing came within `timeSpan`. The time
    ///   starts with the subscription, and again with each array. If a bounded queue further down is full then, and
    ///   holds sources back, the array waits for the end of another `timeSpan`.
    /// - **Completes** when the source does. First it emits an array of the elements that have come since the last
    ///   array, even if there are none.
    /// - **Fails** as soon as the source does. The elements that have come since the last array are dropped.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: a full array comes on the thread that the source emits on, other arrays on `scheduler`. If another
    ///   thread is delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; one scheduled action for each array.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let events = scheduler.cold("-ab-c--|")  // each character is a second
    /// let subscription = events
    ///     .buffer(timeSpan: .seconds(3), count: 2, scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 2 s: ["a", "b"]
    /// // 5 s: ["c"]
    /// // 7 s: []
    /// ```
    ///
    /// - Parameters:
    ///   - timeSpan: how long to collect elements at most. In virtual time, the program stops if this time passes
    ///     100,000 times without a move of the clock, as with a span of 0.
    ///   - count: how many elements to collect at most. If it is 0 or less, there is no limit, as in RxSwift: arrays
    ///     come when `timeSpan` has passed, however many elements they have.
    ///   - scheduler: the scheduler whose clock is used.
    public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: SchedulerType) -> Observable<[Element]> {
        timed(startingWith: timeSpan) {
            HookSwitches.recordsSubscriptions
                ? CountingBufferCoordinator($0, scheduler, timeSpan, count)
                : BufferCoordinator($0, scheduler, timeSpan, count)
        }
    }
}

private class BufferCoordinator<Element>: TimedCoordinator<Element, [Element]>, @unchecked Sendable {
    private final let timeSpan: RxTimeInterval
    fileprivate final let count: Int
    fileprivate final let pressure: Pressure?
    private final let standstill: Standstill?
    fileprivate final var collected: [Element] = []

    init(_ downstream: Sink<[Element]>, _ scheduler: SchedulerType, _ timeSpan: RxTimeInterval, _ count: Int) {
        self.timeSpan = timeSpan
        self.count = count
        pressure = Pressure.below(downstream)
        standstill = Standstill(scheduler, timeSpan, "buffer(timeSpan:count:scheduler:): timeSpan")
        super.init(downstream, scheduler)
    }

    override func received(_ element: Element) {
        collected.append(element)
        if collected.count == count { flush() }
    }

    // While there is no room further down, the source is held back, and the array waits for the next time span.
    override func elapsed() {
        standstill?.run()
        if pressure?.isOpen == false { startTimer(timeSpan) } else { flush() }
    }

    override func ended() {
        forward(takeCollected())
        finish()
    }

    override func failed(_ error: Swift.Error) {
        let dropped = takeCollected()
        fail(error)
        releaseValue(dropped)
    }

    private final func flush() {
        // The time does not run while the array is delivered.
        invalidateTimer()
        let number = timerNumber
        forward(takeCollected())
        // If a further array was emitted inside the delivery, that array has started the time already.
        if timerNumber == number { startTimer(timeSpan) }
    }

    private final func takeCollected() -> [Element] {
        exchange(&collected, for: [])
    }
}

/// As `BufferCoordinator`, and a dump sees how many elements wait. Made while subscriptions are recorded.
private final class CountingBufferCoordinator<Element>: BufferCoordinator<Element>, @unchecked Sendable {
    // Those in the array that is still to come. Changed inside the gate alone.
    private let waiting = AtomicCounter.Object()

    override var queueReading: QueueReading? { QueueReading(waiting: Int(waiting.value)) }

    // An array that is being delivered no longer waits, however long that takes.
    override func received(_ element: Element) {
        let isLast = collected.count + 1 == count
        setWaiting(isLast ? 0 : collected.count + 1)
        super.received(element)
        setWaiting(collected.count)
    }

    override func elapsed() {
        if pressure?.isOpen != false { setWaiting(0) }
        super.elapsed()
        setWaiting(collected.count)
    }

    override func ended() {
        setWaiting(0)
        super.ended()
    }

    private func setWaiting(_ count: Int) { _ = waiting.advance(by: Int64(count) - waiting.value) }
}
