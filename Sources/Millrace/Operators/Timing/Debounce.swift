extension ObservableType {
    /// Emits an element once nothing has followed it for `dueTime`.
    ///
    /// - **Emits** the latest element when `dueTime` has passed since it came; an element that another follows sooner
    ///   is dropped. If an element comes exactly when the one before is due, the one before is emitted if the scheduler
    ///   runs the timer first.
    /// - **Completes** when the source does; an element that waits is emitted before.
    /// - **Fails** as soon as the source does; an element that waits is dropped.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on `scheduler`; if another thread is delivering at that moment, that thread delivers the
    ///   event instead. The last element and the end come on the thread that the source ends on.
    /// - **Complexity**: O(1) and one scheduled action for each element.
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
