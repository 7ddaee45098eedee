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
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 9, the end at 11. Numbers: 1 at 7, 2 at 9, the end at
    /// 10. Result: a at 1, b at 3, 1 at 7, 2 at 9, the end at 10.](marbles-timeout)
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
        return ClosureOperator(asObservable()) { source, downstream in
            let coordinator = TimeoutCoordinator(downstream, scheduler, dueTime, other)
            downstream.setUpstream(coordinator)
            coordinator.begin(source)
        }
    }
}

/// The source feeds an inner sink, not the coordinator itself: the coordinator goes on after the source has been disposed.
private final class TimeoutCoordinator<Element>: TimedCoordinator<Element, Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private let other: Observable<Element>
    // Used inside the gate.
    private var sourceKey: CompositeDisposable.DisposeKey?
    private var hasElapsed = false

    init(
        _ downstream: Sink<Element>,
        _ scheduler: SchedulerType,
        _ dueTime: RxTimeInterval,
        _ other: Observable<Element>
    ) {
        self.dueTime = dueTime
        self.other = other
        super.init(downstream, scheduler)
    }

    func begin(_ source: Observable<Element>) {
        startTimer(dueTime)
        let key = subscribe(SourceSink(self), to: source)
        deliver {
            self.sourceKey = key
            if self.hasElapsed { self.leaveSource() }
        }
        ready()
    }

    private func leaveSource() {
        if let key = sourceKey.take() { group.remove(for: key) }
    }

    override func received(_ element: Element) {
        // The time does not run while the element is delivered.
        invalidateTimer()
        forward(element)
        // `forward` may have brought a further element, whose time has elapsed meanwhile.
        if !hasElapsed { startTimer(dueTime) }
    }

    override func elapsed() {
        // Events that the source sends because `other` is subscribed to have no effect any more.
        hasElapsed = true
        subscribe(RelayingSink(self, receive: RelayingSink.relay), to: other)
        leaveSource()
    }

    fileprivate var listens: Bool { isOpen && !hasElapsed }
}

extension TimeoutCoordinator {
    /// The sink of the source. Downstream receives a terminal event before the source's subscription is disposed.
    private final class SourceSink: Coordinator<Element, Element>.InnerSink<Element>, @unchecked Sendable {
        init(_ coordinator: TimeoutCoordinator<Element>) {
            super.init(coordinator) { sink, element in
                let sink = sink.downcast(to: SourceSink.self)
                sink.coordinator.use { $0.deliver { sink.pass(element) } }
            }
        }

        override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
            coordinator.use { $0.describePressure(&path) }
        }

        private func pass(_ element: Element) {
            guard isOpen else { return }
            withCoordinator { if $0.listens { $0.received(element) } else { dispose() } }
        }

        override func failed(_ error: Swift.Error) {
            withCoordinator { if $0.listens { $0.fail(error) } }
            disposeAfterEnd()
        }

        override func ended() {
            withCoordinator { if $0.listens { $0.finish() } }
            disposeAfterEnd()
        }

        private func withCoordinator(_ work: (TimeoutCoordinator<Element>) -> Void) {
            coordinator.use { work($0.downcast(to: TimeoutCoordinator<Element>.self)) }
        }
    }
}
