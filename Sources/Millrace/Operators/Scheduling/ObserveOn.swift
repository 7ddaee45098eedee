extension ObservableType {
    /// Delivers the events of this source on `scheduler`.
    ///
    /// - **Emits** every element of the source, in order. On Millrace's dispatch and operation queues, events that wait
    ///   are delivered in batches: one scheduled action for a burst, and at most 256 elements in one action. On any
    ///   other scheduler, each event is an action of its own.
    /// - **Completes**, and **fails**, when the source does, after the elements before it.
    /// - **Disposal** disposes the source's subscription; events that still wait are dropped.
    /// - **Thread**: the source may emit on any thread; observers are called on `scheduler`, one event at a time.
    /// - **Complexity**: O(1) for each event. Elements wait in blocks that are reused, so no memory is allocated while
    ///   the observer is about as fast as the source, and at most once for 256 elements if the observer is slower. The
    ///   number of elements that wait is not bounded; `observe(on:capacity:overflow:)` bounds it.
    @inlinable
    public func observe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        ScheduledOperator(asObservable(), on: scheduler) { ObserveOnSink.unbounded($0, scheduler, expected: 16) }
    }
}
