#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A scheduler whose clock the program moves: actions that are due run inside `start()` or `advanceTo(_:)`, on the
/// calling thread.
///
/// Actions run in the order of their times, and actions with the same time run in the order of scheduling. The
/// scheduler may be used by one thread after another, but not by two at once: that is a programming error and stops the
/// program. The disposables that the scheduler returned may be disposed from any thread.
///
/// - **Complexity**: scheduling and running take O(log n), where n actions wait. What a disposed action captured is
///   released at once; its place in the queue is freed when its time comes.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
    /// A point in virtual time.
    public typealias VirtualTime = Converter.VirtualTimeUnit

    /// A span of virtual time.
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    typealias Item = VirtualTimeQueue.Item<VirtualTime>

    private let converter: Converter
    // Touched only through `gate`.
    @exclusivity(unchecked)
    private final var gateStorage = Gate.Storage()
    @exclusivity(unchecked)
    private var currentClock: VirtualTime
    private let rank: ((VirtualTime) -> Double)?
    private let queue: VirtualTimeQueue
    @exclusivity(unchecked)
    private var isRunning = false

    /// Called before the scheduler looks for the next action, on the thread that runs the actions. Work that other
    /// threads have handed in may then be scheduled.
    package var beforeNext: (() -> Void)?

    /// Called with the clock's time when that has changed, before any action runs at the new time.
    package var clockMoved: ((VirtualTime) -> Void)?

    /// - Parameters:
    ///   - initialClock: what the clock shows at first.
    ///   - converter: how virtual time relates to real time.
    public init(initialClock: VirtualTime, converter: Converter) {
        currentClock = initialClock
        self.converter = converter
        rank = converter.ranking
        guard rank == nil else {
            queue = VirtualTimeQueue(order: nil)
            return
        }
        let guess = converter.guess
        // The queue does not know the type of virtual time, so its items are cast here and in `item(_:)`.
        queue = VirtualTimeQueue(
            order: VirtualTimeQueue.Order(
                compare: {
                    let one = downcast($0, to: Item.self)
                    let other = downcast($1, to: Item.self)
                    return converter.compareVirtualTime(one.time, other.time)
                },
                guess: { guess(downcast($0, to: Item.self).time) }
            )
        )
    }

    /// The clock's time as a point in real time.
    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    /// What the clock shows.
    public var clock: VirtualTime { currentClock }

    /// Schedules `action` for the present time.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        scheduleRelative(state, dueTime: .microseconds(0), action: action)
    }

    /// Schedules `action` for `dueTime` from now. `adjustScheduledTime(_:)` adjusts the time. With `.never`, the action
    /// does not run.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        if dueTime.isNever { return VirtualTimeQueue.Action(clock, state, action) }
        return scheduleAbsoluteVirtual(state, time: time(after: dueTime), action: action)
    }

    /// Runs `action` `startAfter` from now and then every `period`, with the state that it returned before.
    ///
    /// `adjustScheduledTime(_:)` adjusts the time of each run. Each run is scheduled before the previous run calls
    /// `action`. All runs together take one place in the queue, and a run takes no memory of its own.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - startAfter: how long to wait for the first run.
    ///   - period: how long from one run to the next. If the clock does not move by this time, as by 0 or less,
    ///     `start()` and `advanceTo(_:)` run `action` until the returned disposable is disposed.
    ///   - action: what to run; it is given the state, and returns the next one.
    /// - Returns: a disposable that cancels all runs that have not begun.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> Disposable {
        exclusively("schedulePeriodic(_:startAfter:period:action:)") {
            let item = VirtualTimeQueue.Period(self, clock, period, state, action)
            enqueue(item, after: startAfter)
            return item
        }
    }

    /// Schedules `action` for `dueTime` from now, in virtual time.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - dueTime: how long to wait.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType,
        dueTime: VirtualTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let time = converter.offsetVirtualTime(clock, offset: dueTime)
        return scheduleAbsoluteVirtual(state, time: time, action: action)
    }

    /// Schedules `action` for `time`. If `time` has passed, the action is due at once, and the clock is not turned
    /// back.
    ///
    /// - Parameters:
    ///   - state: handed to `action`.
    ///   - time: when to run `action`.
    ///   - action: what to run; what it returns is disposed with the returned disposable.
    /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
    @preconcurrency
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: StateType,
        time: VirtualTime,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        exclusively("scheduleAbsoluteVirtual(_:time:action:)") {
            let item = VirtualTimeQueue.Action(time, state, action)
            insert(item)
            return item
        }
    }

    /// The time for which to schedule work that is requested for `time`; `time` itself unless a subclass overrides
    /// this.
    ///
    /// Called for work whose due time is given in real time.
    ///
    /// - Parameter time: the time that is asked for.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        time
    }

    /// Runs all scheduled actions, including those that they schedule, until none is left or `stop()` is called.
    ///
    /// The clock moves on to the time of each action. Does nothing if the scheduler runs already.
    public func start() {
        exclusively("start()") {
            guard !isRunning else { return }
            isRunning = true
            while isRunning, let item = next() { run(item) }
            isRunning = false
        }
    }

    /// Runs all actions that are due up to `virtualTime`, including those that they schedule, and then sets the clock
    /// to `virtualTime`.
    ///
    /// If `virtualTime` is before the clock's time, this runs the actions that were due up to `virtualTime` and sets
    /// the clock back. `stop()` ends it early; the clock is still set.
    ///
    /// - Parameter virtualTime: the time to run to.
    /// - Precondition: the scheduler does not run already.
    public func advanceTo(_ virtualTime: VirtualTime) {
        exclusively("advanceTo(_:)") {
            require(
                !isRunning,
                "advanceTo(_:): the scheduler runs already; its clock shows \(clock), asked for was \(virtualTime)"
            )
            isRunning = true
            while isRunning, let item = next(), !isLater(item.time, than: virtualTime) { run(item) }
            move(to: virtualTime)
            isRunning = false
        }
    }

    /// Moves the clock on by `virtualInterval` without running anything.
    ///
    /// - Parameter virtualInterval: how far to move the clock, at least 0.
    /// - Precondition: the interval is not negative.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        exclusively("sleep(_:)") {
            let end = converter.offsetVirtualTime(clock, offset: virtualInterval)
            require(
                !isLater(clock, than: end),
                "sleep(_:): virtualInterval is \(virtualInterval); the clock shows \(clock) and cannot sleep to \(end), which has passed"
            )
            move(to: end)
        }
    }

    /// Ends `start()` or `advanceTo(_:)` once the action that is under way has returned.
    public func stop() {
        exclusively("stop()") { isRunning = false }
    }

    /// The actions that wait, in the order in which they will run, one on each line.
    public var debugDescription: String {
        queue.sorted.filter { !$0.work.isDisposed }
            .map { "\(item($0.work).time) #\($0.number)" }
            .joined(separator: "\n")
    }

    /// Detects two threads that use the scheduler at once; no event is ever queued at this gate.
    private var gate: Gate { Gate(at: &gateStorage) }

    private func exclusively<Result>(_ method: StaticString, _ work: () -> Result) -> Result {
        let pass = gate.enter()
        require(
            pass != .busy,
            "VirtualTimeScheduler.\(method): another thread is using the scheduler; only one may at a time"
        )
        defer { if pass == .entered { _ = gate.leave() } }
        return work()
    }

    private func move(to time: VirtualTime) {
        releaseValue(exchange(&currentClock, for: time))
        clockMoved?(time)
    }

    /// Whether the caller is inside `start()` or `advanceTo(_:)`. Other threads may ask while one thread uses the
    /// scheduler.
    package final var isRunningOnThisThread: Bool { gate.isInside && isRunning }

    /// Puts `item`, which is not in the queue, into the queue for one more run, unless there is none.
    final func enqueue(_ item: Item, after dueTime: RxTimeInterval) {
        if dueTime.isNever { return }
        releaseValue(exchange(&item.time, for: time(after: dueTime)))
        insert(item)
    }

    private func insert(_ item: Item) {
        queue.insert(item, rank: rank?(item.time) ?? 0)
    }

    final func time(after dueTime: RxTimeInterval) -> VirtualTime {
        adjustScheduledTime(converter.convertToVirtualTime(now.adding(dueTime)))
    }

    final func isLater(_ time: VirtualTime, than other: VirtualTime) -> Bool {
        converter.compareVirtualTime(time, other) == .greaterThan
    }

    /// The next item that is not disposed; it stays in the queue.
    private func next() -> Item? {
        beforeNext?()
        while let work = queue.first {
            if !work.isDisposed { return item(work) }
            queue.removeFirst()
        }
        return nil
    }

    private func item(_ work: VirtualTimeQueue.Work) -> Item {
        downcast(work, to: Item.self)
    }

    private func run(_ item: Item) {
        queue.removeFirst()
        if isLater(item.time, than: currentClock) { move(to: item.time) }
        item.run()
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {}
