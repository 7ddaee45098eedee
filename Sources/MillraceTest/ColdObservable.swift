import Millrace

/// Emits to each subscriber at times that count from its subscription.
final class ColdObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    override func attach(_ observer: AnyObserver<Element>) -> @Sendable () -> Void {
        let start = scheduler.clock
        let detached = BooleanDisposable()
        for recorded in recordedEvents {
            scheduler.scheduleAt(start + recorded.time) { if !detached.isDisposed { observer.on(recorded.value) } }
        }
        return { detached.dispose() }
    }
}
