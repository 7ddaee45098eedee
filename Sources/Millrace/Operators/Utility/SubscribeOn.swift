extension ObservableType {
    /// Subscribes to this source, and disposes that subscription, on `scheduler`.
    ///
    /// - **Emits** what the source emits, on the thread the source emits on: `observe(on:)` moves events, this moves
    ///   only subscribing and disposing.
    /// - **Completes**, and **fails**, when the source does.
    /// - **Disposal** before the source was subscribed cancels that; afterwards the source's subscription is disposed on
    ///   `scheduler`, while nothing is delivered any more from the moment of the call. A source that has ended is disposed
    ///   at once.
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
                let sink = SubscribeOnSink<Element>(downstream)
                // Known before the source emits, so that it can be stopped while it does.
                subscription.disposable = ScheduledDisposable(scheduler: scheduler, disposable: sink)
                source.subscribe(sink: sink)
                return Disposables.create()
            }
            start.setDisposable(item)
        }
    }
}

/// Disposes what has ended by itself: downstream would leave that to the scheduler, which the source may be keeping busy.
private final class SubscribeOnSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    init(_ downstream: Sink<Element>) {
        super.init(downstream, plain: true) { sink, element in
            unsafeDowncast(sink, to: SubscribeOnSink<Element>.self).forward(element)
        }
    }

    override func error(_ error: Swift.Error) {
        super.error(error)
        dispose()
    }

    override func completed() {
        super.completed()
        dispose()
    }
}
