import Millrace

/// Emits to each subscriber at times that are counted from its subscription.
final class ColdObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    override func attach(_ observer: AnyObserver<Element>) -> @Sendable () -> Void {
        let start = scheduler.clock
        let detached = BooleanDisposable()
        for recorded in recordedEvents {
            let (time, isTooLate) = start.addingReportingOverflow(recorded.time)
            precondition(
                !isTooLate,
                "createColdObservable(_:): an event's time is \(recorded.time); counted from \(start), that is no `Int`"
            )
            scheduler.scheduleAt(time) { if !detached.isDisposed { observer.on(recorded.value) } }
        }
        return { detached.dispose() }
    }
}
