extension ObservableType {
    /// Emits elements in sources, one after another: the present one completes when it has emitted `count` elements or
    /// `timeSpan` has passed since it began, and the next begins.
    ///
    /// - **Emits** the first window at once, each of the others when the one before has completed. A window emits what
    ///   comes while it lasts, to those that are subscribed by then.
    /// - **Completes** when the source does, after the present window.
    /// - **Fails** as soon as the source does, after the present window has failed.
    /// - **Disposal** ends the windows that follow. The source's subscription is disposed, and the timer stopped, when
    ///   no window has a subscriber any more either.
    /// - **Thread**: the first window comes on the thread that subscribes, elements come on the thread that the source
    ///   emits on, later windows on that or on `scheduler`; if another thread delivers at that moment, on that one.
    /// - **Complexity**: O(1) for each element; one subject and one scheduled action for each window.
    ///
    /// - Parameters:
    ///   - timeSpan: how long a window lasts at most.
    ///   - count: how many elements a window has at most.
    ///   - scheduler: whose clock to use.
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
    private var present = PublishSubject<Element>()
    private var elements = 0
    /// Downstream and all subscribers of windows. It owns this coordinator until they have gone.
    private weak var users: RefCountDisposable?

    init(
        _ downstream: Sink<Observable<Element>>,
        _ scheduler: SchedulerType,
        _ timeSpan: RxTimeInterval,
        _ count: Int
    ) {
        self.timeSpan = timeSpan
        self.count = count
        super.init(downstream, scheduler)
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
        // While observers hear of it, no time counts.
        invalidateTimer()
        let number = timerNumber
        present.onCompleted()
        releaseValue(exchange(&present, for: PublishSubject()))
        emitPresent()
        // A window that began from inside that has started the time already.
        if timerNumber == number { startTimer(timeSpan) }
    }

    private func emitPresent() {
        guard let users else { return }
        forward(Operator(present) { WindowSink($0, users.retain()) })
    }
}

/// The sink of a window's subscriber; keeps the source's subscription.
private final class WindowSink<Element>: OperatorSink<Element, Element>, @unchecked Sendable {
    private let use: Disposable

    init(_ downstream: Sink<Element>, _ use: Disposable) {
        self.use = use
        super.init(downstream) { sink, element in
            sink.downcast(to: WindowSink<Element>.self).forward(element)
        }
    }

    // Its end may be long in coming down; and a subject that has ended lets go of this sink without disposing it.
    override func error(_ error: Swift.Error) {
        super.error(error)
        use.dispose()
    }

    override func completed() {
        super.completed()
        use.dispose()
    }

    override func disposed() {
        use.dispose()
    }
}
