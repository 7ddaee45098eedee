extension ObservableType {
    /// Splits the source into windows, which are sources that follow one another.
    ///
    /// ![Marble diagram, in seconds. Source: a at 1, b at 3, c at 5, d at 6, e at 7, f at 9, g at 12, the end at 13.
    /// Result 1: a at 1, b at 3, the end at 4. Result 2: c at 5, d at 6, e at 7, the end at 7. Result 3: f at 9, the
    /// end at 11. Result 4: g at 12, the end at 13.](marbles-window)
    ///
    /// A window completes when it has emitted `count` elements or `timeSpan` has passed since it began. Then the next
    /// window begins.
    ///
    /// - **Emits** the first window at once, and each later window when the window before it has completed. A window
    ///   passes on the elements that come while it lasts. Only observers that have subscribed to the window before an
    ///   element comes receive the element.
    /// - **Completes** when the source does, after the current window has completed.
    /// - **Fails** as soon as the source does, after the current window has failed.
    /// - **Disposal** means that no further window is emitted. The source's subscription is disposed and the timer is
    ///   stopped as soon as no window has a subscriber any more, either.
    /// - **Thread**: the first window comes on the thread that subscribes. Elements come on the thread that the source
    ///   emits on, later windows on that thread or on `scheduler`. If another thread is delivering at that moment, that
    ///   thread delivers the event instead.
    /// - **Complexity**: O(1) for each element; one subject and one scheduled action for each window.
    ///
    /// ```swift
    /// let scheduler = TestScheduler(initialClock: 0)
    /// let events = scheduler.cold("-ab-c|")  // each character is a second
    /// let subscription = events
    ///     .window(timeSpan: .seconds(3), count: 2, scheduler: scheduler)
    ///     .enumerated()
    ///     .flatMap { number, window in window.map { "window \(number): \($0)" } }
    ///     .subscribe(onNext: { print("\(scheduler.clock) s, \($0)") })
    /// scheduler.start()
    /// // 1 s, window 0: a
    /// // 2 s, window 0: b
    /// // 4 s, window 1: c
    /// ```
    ///
    /// - Parameters:
    ///   - timeSpan: how long a window lasts at most; as in `buffer(timeSpan:count:scheduler:)`.
    ///   - count: how many elements a window has at most; any number if it is 0 or less, as in RxSwift.
    ///   - scheduler: the scheduler whose clock is used.
    public func window(
        timeSpan: RxTimeInterval,
        count: Int,
        scheduler: SchedulerType
    ) -> Observable<Observable<Element>> {
        ClosureOperator(asObservable()) { source, downstream in
            let coordinator = WindowCoordinator(downstream, scheduler, timeSpan, count)
            let users = RefCountDisposable(disposable: coordinator)
            downstream.setUpstream(users)
            coordinator.begin(users)
            source.attach(coordinator)
        }
    }
}

private final class WindowCoordinator<Element>: TimedCoordinator<Element, Observable<Element>>, @unchecked Sendable {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let standstill: Standstill?
    private var present = PublishSubject<Element>()
    private var elements = 0
    /// Counts downstream and all subscribers of windows. It owns this coordinator until all of them have been disposed.
    private weak var users: RefCountDisposable?

    init(
        _ downstream: Sink<Observable<Element>>,
        _ scheduler: SchedulerType,
        _ timeSpan: RxTimeInterval,
        _ count: Int
    ) {
        self.timeSpan = timeSpan
        self.count = count
        standstill = Standstill(scheduler, timeSpan, "window(timeSpan:count:scheduler:): timeSpan")
        super.init(downstream, scheduler)
    }

    // Windows also begin when time has passed.
    override func describePressure(_ path: inout PressurePath) -> Held<Sink<Never>>? {
        path.addBarrier("window(timeSpan:count:scheduler:)")
        return super.describePressure(&path)
    }

    func begin(_ users: RefCountDisposable) {
        self.users = users
        emitPresent()
        startTimer(timeSpan)
    }

    override func received(_ element: Element) {
        present.onNext(element)
        elements += 1
        if elements == count { goOn() }
    }

    override func elapsed() {
        standstill?.run()
        goOn()
    }

    override func ended() {
        present.onCompleted()
        finish()
    }

    override func failed(_ error: Swift.Error) {
        present.onError(error)
        fail(error)
    }

    private func goOn() {
        elements = 0
        // The time does not run while observers receive the end of a window and the next window.
        invalidateTimer()
        let number = timerNumber
        present.onCompleted()
        releaseValue(exchange(&present, for: PublishSubject()))
        emitPresent()
        // If a further window began inside these deliveries, that window has started the time already.
        if timerNumber == number { startTimer(timeSpan) }
    }

    private func emitPresent() {
        guard let users else { return }
        forward(Operator(present, function: "window(timeSpan:count:scheduler:)") { MemberSink($0, users.retain()) })
    }
}
