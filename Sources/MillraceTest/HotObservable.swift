import Millrace

/// Emits at its own times to all observers that are subscribed at those times.
final class HotObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    private var observers: [(key: Int, observer: AnyObserver<Element>)] = []
    private var nextKey = 0

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        for recorded in recordedEvents {
            scheduler.scheduleAt(recorded.time) { self.emit(recorded.value) }
        }
    }

    private func emit(_ event: Event<Element>) {
        for (key, observer) in observers where observers.contains(where: { $0.key == key }) { observer.on(event) }
    }

    override func attach(_ observer: AnyObserver<Element>) -> @Sendable () -> Void {
        let key = nextKey
        nextKey += 1
        observers.append((key, observer))
        return {
            // The observer is released after the list has been changed: its release may run any code, which may
            // subscribe or dispose.
            let former = self.observers
            self.observers = former.filter { $0.key != key }
            withExtendedLifetime(former) {}
        }
    }
}
