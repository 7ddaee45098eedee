import Millrace

/// An observer that records what it receives, and when, by its scheduler's clock. Like the scheduler, it may be used by
/// one thread at a time.
public final class TestableObserver<Element>: ObserverType, @unchecked Sendable {
    private let scheduler: TestScheduler

    /// What it has received.
    public private(set) var events: [Recorded<Event<Element>>] = []

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    /// Records an event.
    ///
    /// - Parameter event: the event.
    public func on(_ event: Event<Element>) {
        events.append(Recorded(time: scheduler.clock, value: event))
    }
}
