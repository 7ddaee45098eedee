extension ObservableType {
    /// Subscribes to this source, and disposes that subscription, on `scheduler`.
    ///
    /// - **Emits** what the source emits, on the thread that the source emits on. This operator moves only subscribing
    ///   and disposing; `observe(on:)` moves events.
    /// - **Completes**, and **fails**, when the source does.
    /// - **Disposal** before the source was subscribed to cancels the subscription. Afterwards it disposes the source's
    ///   subscription on `scheduler`; once `dispose()` has been called, nothing is delivered any more. The subscription
    ///   to a source that has completed or failed is disposed at once if the source is an `Observable`, and on
    ///   `scheduler` if it is of another type.
    /// - **Thread**: the source's subscription closure runs on `scheduler`.
    /// - **Complexity**: O(1) for each event; two scheduled actions for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let subscription = Observable.just("rows")
    ///     .do(onSubscribe: { print("query begins") })
    ///     .subscribe(on: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// print("subscribed")
    /// scheduler.start()
    /// // subscribed
    /// // query begins
    /// // rows
    /// ```
    ///
    /// - Parameter scheduler: where the source is subscribed to, and where that subscription is disposed.
    public func subscribe(on scheduler: ImmediateSchedulerType) -> Observable<Element> {
        // A cast, because a source may be a user's own type. `SubscribeOnSink` says why this matters.
        let isObservable = self is Observable<Element>
        return ClosureOperator(asObservable(), kind: .scheduled(Awaited(.start, of: scheduler))) { source, downstream in
            ScheduledStart(downstream).schedule { start in
                scheduler.schedule(start) { start in
                    start.begin(source) {
                        SubscribeOnSink<Element>($0, scheduler, disposesEnded: isObservable)
                    } disposedBy: {
                        ending($0, on: scheduler)
                    }
                    return Disposables.create()
                }
            }
        }
    }
}

extension ObservableType {
    /// `unsubscribe(on:)` of MillraceOperators, which cannot give a sink an upstream.
    package func disposed(on scheduler: ImmediateSchedulerType, function: StaticString) -> Observable<Element> {
        ClosureOperator(asObservable(), function: function) { source, downstream in
            let sink = SubscribeOnSink<Element>(downstream, nil, disposesEnded: true)
            let disposal = ending(sink, on: scheduler)
            sink.upstreamOfDownstream = disposal
            downstream.setUpstream(disposal)
            source.attach(sink)
        }
    }
}

/// Stops the events of `sink` at once, so that no closure below it is called any more, and disposes it on `scheduler`.
private func ending<Element>(_ sink: Sink<Element>, on scheduler: ImmediateSchedulerType) -> DisposeBase {
    Disposables.Anonymous {
        sink.stopEvents()
        ScheduledDisposable(scheduler: scheduler, disposable: sink).dispose()
    }
}

private final class SubscribeOnSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    private let disposesEnded: Bool
    private let scheduler: ImmediateSchedulerType?

    /// What downstream disposes in place of this sink, if downstream holds that itself. Set before the source is
    /// subscribed to.
    weak var upstreamOfDownstream: DisposeBase?

    /// - Parameter scheduler: where the source is subscribed to; `nil` if that is the thread that subscribes.
    /// - Parameter disposesEnded: whether to dispose the source when it has sent a terminal event. Downstream would
    ///   leave that to the scheduler, which the source may be keeping busy if it was an operator that ended. A source
    ///   that is no `Observable` is left to the scheduler, as in RxSwift, whose tests see this with a
    ///   `TestableObservable`.
    init(_ downstream: Sink<Element>, _ scheduler: ImmediateSchedulerType?, disposesEnded: Bool) {
        self.scheduler = scheduler
        self.disposesEnded = disposesEnded
        super.init(downstream, plain: true) { sink, element in
            sink.downcast(to: SubscribeOnSink<Element>.self).forward(element)
        }
    }

    // It holds this sink, so without an end of the source nothing else would release the observer.
    override func sourceReleased() {
        guard let upstreamOfDownstream else { return super.sourceReleased() }
        downstream.use { $0.detachUpstream(upstreamOfDownstream) }
    }

    // A source goes on where it was subscribed to.
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        if path.scheduler == nil { path.scheduler = scheduler }
        return super.describePressure(&path)
    }

    override func error(_ error: Swift.Error) {
        super.error(error)
        if disposesEnded { dispose() }
    }

    override func completed() {
        super.completed()
        if disposesEnded { dispose() }
    }
}
