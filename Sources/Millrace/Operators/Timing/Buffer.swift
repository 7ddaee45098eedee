extension ObservableType {
    /// Emits elements in arrays: one when `count` elements have come or `timeSpan` has passed since the last array.
    ///
    /// - **Emits** arrays of at most `count` elements, an empty one too if nothing came in `timeSpan`. Each array starts
    ///   the time anew.
    /// - **Completes** when the source does; what has come by then is emitted before, be it nothing.
    /// - **Fails** as soon as the source does; what has come by then is dropped.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: a full array comes on the thread that the source emits on, others on `scheduler`; if another thread
    ///   delivers at that moment, on that one.
    /// - **Complexity**: O(1) for each element, one scheduled action for each array.
    ///
    /// - Parameters:
    ///   - timeSpan: how long to collect elements at most.
    ///   - count: how many elements to collect at most.
    ///   - scheduler: whose clock to use.
    public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: SchedulerType) -> Observable<[Element]> {
        timed(startingWith: timeSpan) { BufferCoordinator($0, scheduler, timeSpan, count) }
    }
}

private final class BufferCoordinator<Element>: TimedCoordinator<Element, [Element]>, @unchecked Sendable {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private var collected: [Element] = []

    init(_ downstream: Sink<[Element]>, _ scheduler: SchedulerType, _ timeSpan: RxTimeInterval, _ count: Int) {
        self.timeSpan = timeSpan
        self.count = count
        super.init(downstream, scheduler)
    }

    override func received(_ element: Element) {
        collected.append(element)
        if collected.count == count { flush() }
    }

    override func elapsed() {
        flush()
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
        // While the array is delivered, no time counts.
        invalidateTimer()
        let number = timerNumber
        forward(takeCollected())
        // An array that came from inside the delivery has started the time already.
        if timerNumber == number { startTimer(timeSpan) }
    }

    private func takeCollected() -> [Element] {
        exchange(&collected, for: [])
    }
}
