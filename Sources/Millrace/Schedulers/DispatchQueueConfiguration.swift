import CMillrace
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
///
/// The work is this object's upstream. A run takes it out and puts it back; so a disposal either finds it, and releases
/// what it captured at once, or leaves that to the run that is under way.
private final class PeriodicItem<State>: DisposeBase, @unchecked Sendable {
    private let timer: DispatchSourceTimer

    init(_ timer: DispatchSourceTimer, _ state: State, _ action: @escaping (State) -> State) {
        self.timer = timer
        super.init()
        setUpstream(PeriodicWork(state, action))
    }

    func run() {
        let taken = mr_sink_replace(cell, nil)
        guard taken != MR_DISPOSED, let pointer = UnsafeMutableRawPointer(bitPattern: taken) else { return }
        let work = Unmanaged<PeriodicWork<State>>.fromOpaque(pointer).takeRetainedValue()
        work.state = work.action(work.state)
        replaceUpstream(work)
    }

    override func disposed() {
        timer.cancel()
    }
}

private final class PeriodicWork<State>: DisposeBase, @unchecked Sendable {
    var state: State
    let action: (State) -> State

    init(_ state: State, _ action: @escaping (State) -> State) {
        self.state = state
        self.action = action
    }
}
