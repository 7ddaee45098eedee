extension ObservableType {
    /// Fails with `RxError.timeout` if the source lets more than `dueTime` pass without an element.
    ///
    /// - **Emits** every element of the source. The time starts with the subscription, and again when an element has
    ///   been delivered.
    /// - **Completes** when the source does.
    /// - **Fails** when the source does, or with `RxError.timeout`.
    /// - **Disposal** disposes the source's subscription and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on, times out on `scheduler`; if another thread is
    ///   delivering at that moment, that thread delivers the event instead.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let answers = scheduler.cold("-a-b-----c|")  // each character is a second
    /// let subscription = answers
    ///     .timeout(.seconds(3), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) }, onError: { print("failed after \(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // a
    /// // b
    /// // failed after 6 s: Sequence timeout.
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for each element.
    ///   - scheduler: the scheduler whose clock is used.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: SchedulerType) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
    }

    /// Goes on with `other` if the source lets more than `dueTime` pass without an element.
    ///
    /// - **Emits** every element of the source. Once the source has been too slow, it emits the elements of `other`
    ///   instead, without a time limit. The time starts with the subscription, and again when an element of the source
    ///   has been delivered.
    /// - **Completes**, and **fails**, when the source does or, once the source has been too slow, when `other` does.
    /// - **Disposal** disposes the subscription to the source or to `other`, and stops the timer.
    /// - **Thread**: emits on the thread that the source emits on, and subscribes to `other` on `scheduler`. If another
    ///   thread is delivering at that moment, that thread subscribes to `other` instead. The source's subscription is
    ///   disposed after `other` has been subscribed to.
    /// - **Complexity**: O(1) and one scheduled action for each element.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let answers = scheduler.cold("-a-----b|")  // each character is a second
    /// let subscription = answers
    ///     .timeout(.seconds(3), other: Observable.just("from the cache"), scheduler: scheduler)
    ///     .subscribe(onNext: { print("\(scheduler.clock) s: \($0)") })
    /// scheduler.start()
    /// // 1 s: a
    /// // 4 s: from the cache
    /// ```
    ///
    /// - Parameters:
    ///   - dueTime: how long to wait for each element.
    ///   - other: the source to go on with.
    ///   - scheduler: the scheduler whose clock is used.
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
        // The time does not run while the element is delivered.
        invalidateTimer()
        forward(element)
        startTimer(dueTime)
    }

    override func elapsed() {
        // Events that the source sends because `other` is subscribed to have no effect any more.
        stopListening()
        subscribe(OtherSink(self), to: other)
        detach()
    }
}

extension TimeoutCoordinator {
    /// The sink of the source that a timeout goes on with. Downstream receives a terminal event before that source's
    /// subscription is disposed.
    private final class OtherSink: Coordinator<Element, Element>.InnerSink<Element>, @unchecked Sendable {
        init(_ coordinator: Coordinator<Element, Element>) {
            super.init(coordinator) { sink, element in
                let sink = sink.downcast(to: OtherSink.self)
                sink.coordinator.use { coordinator in
                    let pass = coordinator.enterGate()
                    if pass == .busy { return coordinator.submit { coordinator.forward(element) } }
                    if coordinator.isOpen { coordinator.forward(element) } else { sink.dispose() }
                    coordinator.leaveGate(pass)
                }
            }
        }

        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describeInnerPressure(&path) }
        }

        override func error(_ error: Swift.Error) {
            failThenDispose(error)
        }

        override func completed() {
            insideGateIfOpen {
                $0.coordinator.use { $0.finish() }
                $0.disposeAfterEnd()
            }
        }
    }
}
