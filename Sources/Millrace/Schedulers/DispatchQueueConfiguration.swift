import Dispatch

/// What all schedulers on dispatch queues share.
struct DispatchQueueConfiguration: Sendable {
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        self.queue = queue
        self.leeway = leeway.orZero
    }

    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let item = ScheduledItem(state, action)
        queue.async { item.run() }
        return item
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let item = TimerItem(timer, state, action)
        timer.setEventHandler { item.run() }
        timer.schedule(deadline: .now() + dueTime.orZero, leeway: leeway)
        timer.resume()
        return item
    }

    func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let item = PeriodicItem(timer, state, action)
        timer.setEventHandler { item.run() }
        timer.schedule(deadline: .now() + startAfter.orZero, repeating: period.orZero, leeway: leeway)
        timer.resume()
        return item
    }
}

/// Work that a timer runs once. The timer's handler holds the item and the item the timer, until it is cancelled.
private final class TimerItem<State>: ScheduledItem<State>, @unchecked Sendable {
    private let timer: DispatchSourceTimer

    init(_ timer: DispatchSourceTimer, _ state: State, _ action: @escaping (State) -> Disposable) {
        self.timer = timer
        super.init(state, action)
    }

    override func run() {
        super.run()
        timer.cancel()
    }

    override func disposed() {
        timer.cancel()
        super.disposed()
    }
}

/// Work that a timer runs again and again, one run at a time.
private final class PeriodicItem<State>: DisposeBase, @unchecked Sendable {
    private let timer: DispatchSourceTimer

    init(_ timer: DispatchSourceTimer, _ state: State, _ action: @escaping (State) -> State) {
        self.timer = timer
        super.init()
        setUpstream(PeriodicWork(state, action))
    }

    func run() {
        withPeriodicWork(PeriodicWork<State>.self) { $0.run() }
    }

    override func disposed() {
        timer.cancel()
    }
}
