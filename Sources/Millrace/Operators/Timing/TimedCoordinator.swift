/// The base of operators with a source and a timer: a coordinator with one timer, which can be started again and again.
///
/// Elements, the source's end and the timer all go through the gate, so the overrides of subclasses need no
/// synchronization of their own. A timer that waits keeps the coordinator alive, as an inner sink does.
@usableFromInline
package class TimedCoordinator<Input, Output>: Coordinator<Input, Output>, @unchecked Sendable {
    final let scheduler: SchedulerType
    private final let timer = SerialDisposable()
    // The number of the timer that counts. Used inside the gate, or before the source is subscribed to.
    @exclusivity(unchecked)
    private(set) final var timerNumber = 0

    init(_ downstream: Sink<Output>, _ scheduler: SchedulerType) {
        self.scheduler = scheduler
        super.init(downstream) { sink, element in
            sink.downcast(to: TimedCoordinator<Input, Output>.self).arrived(element)
        }
    }

    @usableFromInline
    init(_ downstream: Sink<Output>, _ scheduler: SchedulerType, receive: @escaping Receive) {
        self.scheduler = scheduler
        super.init(downstream, receive: receive)
    }

    /// An element of the source. Called inside the gate, while the subscription is open.
    func received(_ element: Input) {}

    /// The source has completed. Called inside the gate, while the subscription is open.
    func ended() {
        finish()
    }

    /// The source has failed; otherwise as `ended()`.
    @usableFromInline
    func failed(_ error: Swift.Error) {
        fail(error)
    }

    /// The latest timer has fired. Called inside the gate, while the subscription is open.
    func elapsed() {}

    /// An element of the source comes.
    func arrived(_ element: Input) {
        guard isOpen else { return }
        deliver { if self.isOpen { self.received(element) } }
    }

    @usableFromInline
    override final func error(_ error: Swift.Error) {
        deliverLast(of: self) { if self.isOpen { self.failed(error) } }
    }

    @usableFromInline
    override func completed() {
        deliverLast(of: self) { if self.isOpen { self.ended() } }
    }

    @usableFromInline
    override func disposed() {
        timer.dispose()
    }

    /// Starts the timer. An earlier timer is cancelled and has no effect any more. Called inside the gate, or before
    /// the source is subscribed to.
    final func startTimer(_ dueTime: RxTimeInterval) {
        guard isOpen else { return }
        invalidateTimer()
        // The item is stored before the action can run, and so before the next timer can be started.
        let item = SingleAssignmentDisposable()
        timer.disposable = item
        item.setDisposable(
            scheduler.scheduleRelative(CountedTimer(self, timerNumber), dueTime: dueTime) { timer in
                timer.fire()
                return NopDisposable.instance
            }
        )
    }

    /// From now on the timer that waits has no effect.
    final func invalidateTimer() {
        timerNumber &+= 1
    }

    /// Has `elapsed()` called, as if a timer had fired, when there is room further down. Takes the place of a timer.
    /// Called inside the gate.
    ///
    /// - Parameter pressure: this coordinator's own, which it cancels when it is disposed.
    final func awaitRoom(_ pressure: Pressure) {
        guard isOpen else { return }
        invalidateTimer()
        let wait = CountedTimer(self, timerNumber)
        pressure.onReopen { wait.goOn() }
    }

    fileprivate final func fired(_ number: Int) {
        deliver { if self.isOpen && self.timerNumber == number { self.elapsed() } }
    }

    // The thread that makes room has work of its own, so the coordinator goes on on its scheduler.
    fileprivate final func roomCame(_ number: Int) {
        deliver { if self.timerNumber == number { self.startTimer(.nanoseconds(0)) } }
    }
}

extension TimedCoordinator {
    /// The object that a timer's action holds, or what waits for room. It counts as a source of the coordinator until
    /// the scheduler, or the pressure, releases it.
    private final class CountedTimer: @unchecked Sendable {
        private let coordinator: Held<Coordinator<Input, Output>>
        private let number: Int

        init(_ coordinator: TimedCoordinator<Input, Output>, _ number: Int) {
            self.coordinator = Held(borrowing: coordinator)
            self.number = number
            _ = coordinator.sourceCount.add(1)
        }

        deinit {
            coordinator.use { $0.sourceLeft() }
        }

        func fire() {
            coordinator.use {
                $0.downcast(to: TimedCoordinator<Input, Output>.self).fired(number)
            }
        }

        /// There is room further down.
        func goOn() {
            coordinator.use {
                $0.downcast(to: TimedCoordinator<Input, Output>.self).roomCame(number)
            }
        }
    }
}

extension ObservableType {
    /// Feeds this source to a coordinator.
    func timed<Output>(
        function: StaticString = #function,
        _ makeCoordinator: @escaping (Sink<Output>) -> TimedCoordinator<Element, Output>
    ) -> Observable<Output> {
        Operator(asObservable(), kind: .joining, function: function) { makeCoordinator($0) }
    }

    /// The same; the coordinator's timer is started before the source is subscribed to.
    func timed<Output>(
        startingWith dueTime: RxTimeInterval,
        function: StaticString = #function,
        _ makeCoordinator: @escaping (Sink<Output>) -> TimedCoordinator<Element, Output>
    ) -> Observable<Output> {
        ClosureOperator(asObservable(), function: function) { source, downstream in
            let coordinator = makeCoordinator(downstream)
            downstream.setUpstream(coordinator)
            coordinator.startTimer(dueTime)
            source.attach(coordinator)
        }
    }
}
