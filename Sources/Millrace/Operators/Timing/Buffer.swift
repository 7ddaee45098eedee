extension ObservableType {
    /// Emits elements in arrays: an array whenever `count` elements have come or `timeSpan` has passed since the last
    /// array.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 6, e at 7, f at 9, g at 12, the end at 13.
    /// Result: [a, b] at 4, [c, d, e] at 7, [f] at 11, [g] at 13, the end at 13.](marbles-buffer)
    ///
    /// - **Emits** arrays of at most `count` elements, and an empty array if nothing came within `timeSpan`. The time
    ///   starts with the subscription, and again with each array.
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
    ///   - count: how many elements to collect at most.
    ///   - scheduler: the scheduler whose clock is used.
    public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: SchedulerType) -> Observable<[Element]> {
        timed(startingWith: timeSpan) { BufferCoordinator($0, scheduler, timeSpan, count) }
    }
}

private final class BufferCoordinator<Element>: TimedCoordinator<Element, [Element]>, @unchecked Sendable {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let pressure: Pressure?
    private let standstill: Standstill?
    private var collected: [Element] = []

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

    private func flush() {
        // The time does not run while the array is delivered.
        invalidateTimer()
        let number = timerNumber
        forward(takeCollected())
        // If a further array was emitted inside the delivery, that array has started the time already.
        if timerNumber == number { startTimer(timeSpan) }
    }

    private func takeCollected() -> [Element] {
        exchange(&collected, for: [])
    }
}
