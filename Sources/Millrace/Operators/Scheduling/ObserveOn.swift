extension ObservableType {
    /// Delivers the events of this source on `scheduler`.
    ///
    /// - **Emits** every element of the source, in order. On Millrace's dispatch and operation queues events that wait
    ///   are delivered in batches: one reusable action for a burst, at most 256 elements a reusable action. On any
    ///   other scheduler each event is an action of its own.
    /// - **Completes**, and **fails**, when the source does, after the elements before it.
    /// - **Disposal** disposes the source's subscription; what still waits is dropped.
    /// - **Thread**: the source may emit on any thread; observers are called on `scheduler`, one event at a time.
    /// - **Complexity**: O(1) for each event. Elements wait in blocks that are used again; so no memory is allocated
    ///   while the observer is about as fast as the source, and for one that is slower, once for 256 elements at most.
    ///   What waits is not bounded; `observe(on:capacity:overflow:)` bounds it.
    @inlinable
    public func observe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        ScheduledOperator(asObservable(), on: scheduler) { ObserveOnSink.unbounded($0, scheduler, expected: 16) }
    }
}
