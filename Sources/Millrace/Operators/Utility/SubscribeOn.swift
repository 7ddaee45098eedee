extension ObservableType {
    /// Subscribes to this source, and disposes that subscription, on `scheduler`.
    ///
    /// - **Emits** what the source emits, on the thread the source emits on: `observe(on:)` moves events, this moves
    ///   only subscribing and disposing.
    /// - **Completes**, and **fails**, when the source does.
    /// - **Disposal** before the source was subscribed cancels that; afterwards the source's subscription is disposed on
    ///   `scheduler`, while nothing is delivered any more from the moment of the call.
    /// - **Thread**: the source's subscription closure runs on `scheduler`.
    /// - **Complexity**: O(1) for each event; two scheduled actions for each subscription.
    public func subscribe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        // A scheduler is called from several threads by what it is; its protocol does not say so.
        nonisolated(unsafe) let scheduler = scheduler
        return ScheduledSource(on: scheduler, .start, origin: source) { downstream in
            let subscription = SerialDisposable()
            downstream.setUpstream(subscription)
            // Known before the action can run: a scheduler that runs it at once must not put its own item in the place of
            // the sink.
            let start = SingleAssignmentDisposable()
            subscription.disposable = start
            let item = scheduler.schedule(()) { _ in
                let sink = OperatorSink<Element, Element>(downstream) { sink, element in
                    unsafeDowncast(sink, to: OperatorSink<Element, Element>.self).forward(element)
                }
                // Known before the source emits, so that it can be stopped while it does.
                subscription.disposable = ScheduledDisposable(scheduler: scheduler, disposable: sink)
                source.subscribe(sink: sink)
                return Disposables.create()
            }
            start.setDisposable(item)
        }
    }
}
