#if NIO
    import Dispatch
    import Millrace
    // `ExploreTests` compiles this file too, with event loops of its own.
    #if !EXPLORED_LOOPS
        import NIOCore
    #endif

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Runs work on an event loop of SwiftNIO, one action at a time, in the order of scheduling.
    ///
    /// If `schedule` is called on the loop, and no earlier work of this scheduler waits or is under way, it runs the work
    /// before it returns. Otherwise the loop executes the work later. So order is kept, and recursion stays flat. An
    /// observable that is observed on this scheduler needs no further synchronization.
    ///
    /// ```swift
    /// let loop = EmbeddedEventLoop()
    /// let scheduler = EventLoopScheduler(loop)
    /// let subscription = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
    ///     .subscribe(onNext: { print($0) })
    /// loop.advanceTime(by: .seconds(2))
    /// // 0
    /// // 1
    /// ```
    ///
    /// - **Time**: `now` and due times go by the loop's clock, so they are virtual with an `EmbeddedEventLoop`. Timers
    ///   are timers of the loop, and a disposal cancels them.
    /// - **Fairness**: an action of `observe(on:)` delivers up to 256 elements, and other work of the loop takes a turn.
    ///   A loop serves its channels only when it has no other work. So when a source has kept the loop busy for a
    ///   millisecond, its next elements wait for 50 microseconds, and actions that are scheduled meanwhile come first.
    ///   Several such sources on one loop should share a scheduler.
    /// - **Shutdown**: a loop that has been shut down drops work that comes from other threads: the disposable of the
    ///   work is disposed, `observe(on:)` drops its elements, and no event comes. NIO prints a message of its own.
    /// - **Task-locals**: actions find those of the code that drives the loop, which usually are none;
    ///   `observe(on:carrying:)` brings the ones you name.
    /// - **Complexity**: O(1) for an action. NIO takes O(log n) for a timer, and O(n) to cancel it, where n wait.
    public final class EventLoopScheduler: SchedulerType, BatchingScheduler, Stopwatch, @unchecked Sendable {
        /// Where the actions run.
        public let eventLoop: any EventLoop

        private let start: Date
        private let origin: NIODeadline

        // How many actions are queued or under way.
        private let pending = AtomicCounter.Object()

        // The next three are touched only on the loop.
        private var batchStart = NIODeadline.distantPast
        // How long batches have taken that were followed by another one.
        private var busy = TimeAmount.zero
        private var pauseEnd = NIODeadline.distantPast

        /// A scheduler with its own count of waiting work: work of other schedulers on the loop does not count as earlier
        /// work.
        ///
        /// - Parameter eventLoop: where to run work.
        public init(_ eventLoop: any EventLoop) {
            self.eventLoop = eventLoop
            origin = eventLoop.now
            // A virtual clock begins far from the system's. A date near the reference date differs from another by exact
            // nanoseconds, and today's date does not.
            let isSystemClock = abs((origin - NIODeadline.now()).nanoseconds) < TimeAmount.minutes(1).nanoseconds
            start = isSystemClock ? Date() : Date(timeIntervalSinceReferenceDate: 0)
        }

        /// The time by the loop's clock.
        ///
        /// If that is the system's monotonic clock, the system's time at which the scheduler was made, and what has
        /// passed since. A virtual clock counts from 2001-01-01 00:00:00 UTC on, as only spans of its time mean anything.
        public var now: RxTime {
            start.addingTimeInterval(Double((eventLoop.now - origin).nanoseconds) / 1_000_000_000)
        }

        /// Runs `action` as soon as possible: before the method returns, if the caller is on the loop and no earlier work
        /// waits.
        ///
        /// - Parameters:
        ///   - state: handed to `action`.
        ///   - action: what to run; what it returns is disposed with the returned disposable.
        /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
        public func schedule<StateType>(
            _ state: StateType,
            action: @escaping @Sendable (StateType) -> Disposable
        ) -> Disposable {
            if beginsAtOnce() {
                defer { end() }
                return action(state)
            }
            let work = LoopWork(state, action)
            eventLoop.execute(PendingJob(work, self))
            return work
        }

        /// Runs `action` on the loop, `dueTime` from now.
        ///
        /// - Parameters:
        ///   - state: handed to `action`.
        ///   - dueTime: how long to wait; a negative span counts as zero, and with `.never` the action never runs.
        ///   - action: what to run; what it returns is disposed with the returned disposable.
        /// - Returns: a disposable that cancels the action, if it has not begun, and disposes what the action returned.
        public func scheduleRelative<StateType>(
            _ state: StateType,
            dueTime: RxTimeInterval,
            action: @escaping @Sendable (StateType) -> Disposable
        ) -> Disposable {
            guard let span = TimeAmount(dueTime) else { return Disposables.create() }
            let work = LoopWork(state, action)
            work.wait(until: eventLoop.now + span, on: eventLoop)
            return work
        }

        /// Runs `action` on the loop after `startAfter` and then every `period`, with the state it returned before.
        ///
        /// The times do not drift: they are multiples of `period` after the first. Runs for which the loop is too busy
        /// are left out.
        ///
        /// - Parameters:
        ///   - state: handed to the first run of `action`.
        ///   - startAfter: how long to wait for the first run; as in `scheduleRelative(_:dueTime:action:)`.
        ///   - period: how long from one run to the next, at least a microsecond; with `.never`, there is one run.
        ///   - action: what to run; it is given the state, and returns the next one.
        /// - Returns: a disposable that cancels all runs that have not begun.
        public func schedulePeriodic<StateType>(
            _ state: StateType,
            startAfter: RxTimeInterval,
            period: RxTimeInterval,
            action: @escaping @Sendable (StateType) -> StateType
        ) -> Disposable {
            guard let span = TimeAmount(startAfter) else { return Disposables.create() }
            let period = TimeAmount(period).map { max($0, .microseconds(1)) }
            let work = LoopPeriod(state, action, on: eventLoop, from: eventLoop.now + span, every: period)
            work.wait()
            return work
        }

        @usableFromInline
        package func enqueue(_ reusableAction: ReusableAction) {
            if beginsAtOnce() {
                reusableAction.runAtOnce()
                end()
            } else {
                eventLoop.execute(PendingBatch(reusableAction, self))
            }
        }

        // The source is faster than its observer: other work of the loop must not wait until the source ends. What a
        // loop executes comes before its channels, in whichever order it was scheduled. Only a timer lets the channels
        // take a turn.
        @usableFromInline
        package func enqueueForLater(_ reusableAction: ReusableAction) {
            _ = pending.add(1)
            let batch = PendingBatch(reusableAction, self)
            guard eventLoop.inEventLoop else { return eventLoop.execute(batch) }
            let now = eventLoop.now
            busy = busy + (now - batchStart)
            batchStart = now
            if busy >= .milliseconds(1) {
                busy = .zero
                pauseEnd = now + .microseconds(50)
            }
            if now < pauseEnd {
                _ = eventLoop.schedule(batch, at: pauseEnd)
            } else {
                eventLoop.execute(batch)
            }
        }

        /// Counts a piece of work. True if it is to run now.
        private func beginsAtOnce() -> Bool {
            pending.add(1) == 0 && eventLoop.inEventLoop
        }

        private func end() {
            _ = pending.add(-1)
        }
    }

    extension EventLoopScheduler {
        /// A job that counts as waiting until it has run or was dropped.
        private final class PendingJob: LoopJob {
            private let job: any LoopJob
            private let scheduler: EventLoopScheduler

            init(_ job: any LoopJob, _ scheduler: EventLoopScheduler) {
                self.job = job
                self.scheduler = scheduler
            }

            func run() {
                job.run()
                scheduler.end()
            }

            func drop() {
                job.drop()
                scheduler.end()
            }
        }

        /// The same for a reusable action.
        private final class PendingBatch: LoopJob {
            private let action: ReusableAction
            private let scheduler: EventLoopScheduler

            init(_ action: ReusableAction, _ scheduler: EventLoopScheduler) {
                self.action = action
                self.scheduler = scheduler
            }

            func run() {
                scheduler.batchStart = scheduler.eventLoop.now
                action.block()
                scheduler.end()
            }

            func drop() {
                action.drop()
                scheduler.end()
            }
        }
    }

    extension EventLoopScheduler: ConfinedScheduler {
        package var isCallerInside: Bool { eventLoop.inEventLoop }

        package var isMainQueue: Bool { false }

        // Work that waits, or that is under way further up this thread's stack, makes all later work wait. But the first
        // action of a source may have run before that work came.
        package func keepsWaiting(_ action: Awaited.Action) -> Bool {
            action == .time || action == .event && pending.value > 0
        }

        package var nameForMessages: String { "the EventLoopScheduler of \(eventLoop)" }
    }

    extension TimeAmount {
        /// The span, zero if it is negative; `nil` for `.never`.
        init?(_ interval: DispatchTimeInterval) {
            let nanoseconds = interval.saturatedNanoseconds
            if nanoseconds == .max { return nil }
            self = .nanoseconds(max(0, nanoseconds))
        }
    }
#endif
