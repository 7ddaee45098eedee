extension ObservableType {
    /// Fails with `RxError.timeout` if the source lets more than `dueTime` pass without an element.
    ///
    /// - **Emits** every element of the source; the time begins anew when an element has been delivered, for the first
    ///   one with the subscription.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with `RxError.timeout`.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on, times out on `scheduler`; if another thread delivers
    ///   at that moment, on that one.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for each element.
    ///   - scheduler: whose clock to use.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
    }

    /// Goes on with `other` if the source lets more than `dueTime` pass without an element.
    ///
    /// - **Emits** every element of the source, then, once that has been too slow, those of `other`, without a limit of
    ///   time. The time begins anew when an element has been delivered, for the first one with the subscription.
    /// - **Completes**, and **fails**, when the one that it follows does.
    /// - **Disposal** disposes the subscription of the one that it follows and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on; subscribes to `other` on `scheduler`; if another
    ///   thread delivers at that moment, on that one. The source's subscription is disposed after that.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for each element.
    ///   - other: what to go on with.
    ///   - scheduler: whose clock to use.
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval,
        other: Source,
        scheduler: SchedulerType
    ) -> Observable<Element> where Element == Source.Element {
        let other = other.asObservable()
        return timedDetachably(startingWith: dueTime) { TimeoutCoordinator($0, scheduler, dueTime, other) }
    }
}

private final class TimeoutCoordinator<Element>: DetachableCoordinator<Element, Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private let other: Observable<Element>

    init(
        _ downstream: Sink<Element>,
        _ scheduler: SchedulerType,
        _ dueTime: RxTimeInterval,
        _ other: Observable<Element>
    ) {
        self.dueTime = dueTime
        self.other = other
        super.init(downstream, scheduler, isLate: false)
    }

    override func received(_ element: Element) {
        // While the element is delivered, no time counts.
        invalidateTimer()
        forward(element)
        startTimer(dueTime)
    }

    override func elapsed() {
        // What subscribing to the other one makes the source do is of no concern any more.
        stopListening()
        subscribe(OtherSink(self), to: other)
        detach()
    }
}

/// The sink of what a timeout goes on with. Downstream hears of the end first.
private final class OtherSink<Element>: InnerSink<Element, Element, Element>, @unchecked Sendable {
    init(_ coordinator: Coordinator<Element, Element>) {
        super.init(coordinator) { sink, element in
            let sink = sink.downcast(to: OtherSink<Element>.self)
            sink.coordinator._withUnsafeGuaranteedRef { coordinator in
                let pass = coordinator.enter()
                if pass == .busy { return coordinator.submit { coordinator.forward(element) } }
                if coordinator.isOpen { coordinator.forward(element) } else { sink.dispose() }
                coordinator.leave(pass)
            }
        }
    }

    override func error(_ error: Swift.Error) {
        serialize {
            $0.failed(error)
            $0.disposeAfterEnd()
        }
    }

    override func completed() {
        serialize {
            $0.ended()
            $0.disposeAfterEnd()
        }
    }

    override func ended() {
        coordinator._withUnsafeGuaranteedRef { $0.finish() }
    }
}
