extension ObservableType {
    /// Subscribes to this source after `dueTime`.
    ///
    /// - **Emits** what the source emits from then on.
    /// - **Completes**, and **fails**, when the source does.
    /// - **Disposal** before that time keeps the source from being subscribed to; afterwards it disposes its
    ///   subscription.
    /// - **Thread**: subscribes on `scheduler`; emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each event; one scheduled action for each subscription.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait.
    ///   - scheduler: whose clock to use, and where to subscribe.
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        ScheduledSubscription(asObservable(), on: scheduler, .time) { source, downstream in
            let subscription = SerialDisposable()
            downstream.setUpstream(subscription)
            // Known before the action can run: a scheduler that runs it at once must not put its own item in the place of
            // the sink.
            let start = SingleAssignmentDisposable()
            subscription.disposable = start
            let item = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
                let sink = OperatorSink<Element, Element>(downstream) { sink, element in
                    unsafeDowncast(sink, to: OperatorSink<Element, Element>.self).forward(element)
                }
                subscription.disposable = sink
                source.subscribe(sink: sink)
                return NopDisposable.instance
            }
            start.setDisposable(item)
        }
    }
}
