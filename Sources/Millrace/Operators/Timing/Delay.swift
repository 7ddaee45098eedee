#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// Emits elements and the completion `dueTime` after they came, and errors at once.
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
        timedDetachably { DelayCoordinator($0, scheduler, dueTime) }
    }
}

private final class DelayCoordinator<Element>: DetachableCoordinator<Element, Element>, @unchecked Sendable {
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
        super.init(downstream, scheduler, isLate: true)
    }

    override var arrivalTime: RxTime? { stopwatch.reading }

    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.addBarrier("delay(_:scheduler:)")
        return super.describePressure(&path)
    }

    override func received(_ element: Element) {
        append(element)
    }

    override func ended() {
        append(nil)
    }

    override func failed(_ error: Swift.Error) {
        let dropped = queue.takeAll()
        if isDelivering { releaseValue(exchange(&failure, for: error)) } else { fail(error) }
        releaseValue(dropped)
    }

    private func append(_ element: Element?) {
        let waitingSince = self.waitingSince
        queue.append((element, waitingSince ?? stopwatch.reading))
        guard !isTimerRunning else { return }
        isTimerRunning = true
        startTimer(waitingSince.map { dueTime.remaining(from: $0, to: stopwatch.reading) } ?? dueTime)
    }

    override func elapsed() {
        guard let first = queue.popFirst() else { return }
        guard let element = first.element else { return finish() }
        isDelivering = true
        forward(element)
        isDelivering = false
        if let failure { return fail(failure) }
        guard let next = queue.peek else {
            isTimerRunning = false
            return
        }
        startTimer(dueTime.remaining(from: next.time, to: stopwatch.reading))
    }
}

extension Fifo {
    /// The oldest element, which stays.
    fileprivate var peek: Element? { isEmpty ? nil : slots[first] }
}
