#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ObservableType {
    /// Emits everything `dueTime` later; errors at once.
    ///
    /// - **Emits** each element `dueTime` after it came, in order. Elements are delivered one scheduled action each, so
    ///   on a scheduler whose actions take time, elements that came together come apart.
    /// - **Completes** `dueTime` after the source does, whose subscription is disposed at once.
    /// - **Fails** as soon as the source does; what waits is dropped.
    /// - **Disposal** disposes the source's subscription and drops what waits.
    /// - **Thread**: emits on `scheduler`, errors on the thread that the source fails on; if another thread delivers at
    ///   that moment, on that one.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// - Parameters:
    ///   - dueTime: by how much to delay.
    ///   - scheduler: whose clock to use, and where to emit.
    public func delay(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timedDetachably { DelayCoordinator($0, scheduler, dueTime) }
    }
}

private final class DelayCoordinator<Element>: DetachableCoordinator<Element, Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    /// What waits and when it came; `nil` is the end.
    private var queue = Fifo<(element: Element?, time: RxTime)>()
    private var isTimerRunning = false
    // An error that comes from inside a delivery waits until that has returned.
    private var isDelivering = false
    private var failure: Swift.Error?

    init(_ downstream: Sink<Element>, _ scheduler: SchedulerType, _ dueTime: RxTimeInterval) {
        self.dueTime = dueTime
        super.init(downstream, scheduler, isLate: true)
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
        queue.append((element, waitingSince ?? scheduler.now))
        guard !isTimerRunning else { return }
        isTimerRunning = true
        startTimer(waitingSince.map { dueTime.remaining(from: $0, to: scheduler.now) } ?? dueTime)
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
        startTimer(dueTime.remaining(from: next.time, to: scheduler.now))
    }
}

extension Fifo {
    /// The oldest element, which stays.
    fileprivate var peek: Element? { isEmpty ? nil : slots[first] }
}
