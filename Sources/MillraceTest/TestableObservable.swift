import Millrace

/// A source that emits given events at given times, and records when it was subscribed to.
///
/// If there are events after a terminal event, it emits them too: subscribers keep to the grammar themselves. Like its
/// scheduler, it may be used by one thread at a time.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
    /// When each subscription began and ended, in the order of beginning.
    public internal(set) var subscriptions: [Subscription] = []

    /// The events that it emits; the times of a cold source count from each subscription.
    public let recordedEvents: [Recorded<Event<Element>>]

    let scheduler: TestScheduler

    init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        self.scheduler = scheduler
        self.recordedEvents = recordedEvents
    }

    /// Subscribes `observer`, and records when.
    ///
    /// - Parameter observer: what receives the events.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable
    where Observer.Element == Element {
        let index = subscriptions.count
        subscriptions.append(Subscription(scheduler.clock))
        let end = attach(AnyObserver(observer))
        return Disposables.create {
            end()
            self.subscriptions[index] = Subscription(self.subscriptions[index].subscribe, self.scheduler.clock)
        }
    }

    /// Feeds an observer until the returned closure is called.
    func attach(_ observer: AnyObserver<Element>) -> @Sendable () -> Void {
        {}
    }
}
