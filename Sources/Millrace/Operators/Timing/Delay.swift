#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// Emits elements and the completion `dueTime` after they came, and errors at once.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 6, the end at 7. Result: a at 4, b at 6, c at 9, the
    /// end at 10.](marbles-delay)
    ///
    /// - **Emits** each element `dueTime` after it came, in order. Each element is delivered in a scheduled action of
    ///   its own. So if the actions of a scheduler take time, elements that came at the same time are emitted at
    ///   different times.
    /// - **Completes** `dueTime` after the source does. The source's subscription is disposed as soon as the source
    ///   completes.
    /// - **Fails** as soon as the source does. The elements that wait are dropped.
    /// - **Disposal** disposes the source's subscription and drops the elements that wait.
    /// - **Thread**: emits on `scheduler`, fails on the thread that the source fails on; if another thread is
    ///   delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let alerts = scheduler.cold("-ab|")  // each character is a second
    /// let subscription = alerts
    ///     .delay(.seconds(2), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") }, onCompleted: { print("completed") })
    /// scheduler.start()
    /// // 3 s: a
    /// // 4 s: b
    /// // completed
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long each event waits.
    ///   - scheduler: the scheduler whose clock is used, and on which elements and the completion are emitted.
    public func delay(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timed { DelayCoordinator($0, scheduler, dueTime) }
    }
}

private final class DelayCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private let stopwatch: any Stopwatch
    /// The events that wait, each with the time at which it came; a `nil` element is the completion.
    private var queue = Fifo<(element: Element?, time: RxTime)>()
    private var isTimerRunning = false
    // An error that comes from inside a delivery waits until the delivery has returned.
    private var isDelivering = false
    private var failure: Swift.Error?

    init(_ downstream: Sink<Element>, _ scheduler: SchedulerType, _ dueTime: RxTimeInterval) {
        self.dueTime = dueTime
        stopwatch = scheduler.stopwatch
        super.init(downstream, scheduler)
    }

    override var queueReading: QueueReading? { QueueReading() }

    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.addBarrier("delay(_:scheduler:)")
        return super.describePressure(&path)
    }

    // The time of an event counts from the moment at which it comes, even if the event has to wait at the gate. An
    // event that the source sends from inside a delivery waits there too: it comes after the events that wait already.
    override func arrived(_ element: Element) {
        let time = stopwatch.reading
        deliver(nestedWaits: true) { if self.isOpen { self.append(element, time) } }
    }

    override func completed() {
        let time = stopwatch.reading
        deliverLast(of: self, nestedWaits: true) {
            guard self.isOpen else { return }
            self.disposeUpstream()
            self.append(nil, time)
        }
    }

    override func failed(_ error: Swift.Error) {
        disposeUpstream()
        let dropped = queue.takeAll()
        if isDelivering { releaseValue(exchange(&failure, for: error)) } else { fail(error) }
        releaseValue(dropped)
    }

    private func append(_ element: Element?, _ time: RxTime) {
        queue.append((element, time))
        guard !isTimerRunning else { return }
        isTimerRunning = true
        startTimer(dueTime.remaining(from: time, to: stopwatch.reading))
    }

    override func elapsed() {
        guard let first = queue.popFirst() else { return }
        guard let element = first.element else { return finish() }
        isDelivering = true
        forward(element)
        isDelivering = false
        if let failure { return fail(failure) }
        guard let next = queue.oldest else {
            isTimerRunning = false
            return
        }
        startTimer(dueTime.remaining(from: next.time, to: stopwatch.reading))
    }
}
