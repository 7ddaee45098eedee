extension ObservableType {
    /// Subscribes to this source after `dueTime`.
    ///
    /// - **Emits** what the source emits once it has been subscribed to.
    /// - **Completes**, and **fails**, when the source does.
    /// - **Disposal** before that time prevents the subscription to the source; afterwards it disposes that
    ///   subscription.
    /// - **Thread**: subscribes on `scheduler`; emits on the thread that the source emits on.
    /// - **Complexity**: O(1) for each event; one scheduled action for each subscription.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let chimes = scheduler.createHotObservable([.next(5, "quarter"), .next(15, "half")])
    /// let subscription = chimes
    ///     .delaySubscription(.seconds(10), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// scheduler.start()
    /// // half
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait.
    ///   - scheduler: the scheduler whose clock is used, and on which the source is subscribed to.
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        ClosureOperator(asObservable()) { source, downstream in
            ScheduledStart(downstream).schedule { start in
                scheduler.scheduleRelative(start, dueTime: dueTime) { start in
                    start.begin(source) {
                        OperatorSink<Element, Element>($0) { sink, element in
                            sink.downcast(to: OperatorSink<Element, Element>.self).forward(element)
                        }
                    } disposedBy: {
                        $0
                    }
                    return NopDisposable.instance
                }
            }
        }
    }
}
