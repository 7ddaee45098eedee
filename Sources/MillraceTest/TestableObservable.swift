import Millrace

/// A source that emits what it was given at given times, and writes down when it was subscribed to.
///
/// It emits on after a terminal event, if it was given more: subscribers see to the grammar themselves. Like its scheduler
/// it may be used by one thread at a time.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
    /// When each subscription began and ended, in the order of beginning.
    public internal(set) var subscriptions: [Subscription] = []

    /// What it emits; the times of a cold source count from each subscription.
    public let recordedEvents: [Recorded<Event<Element>>]

    let scheduler: TestScheduler

    init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        self.scheduler = scheduler
        self.recordedEvents = recordedEvents
    }

    /// Subscribes `observer`, and writes down when.
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
