import Foundation
import Millrace

/// The virtual time of a `TestScheduler` as a Swift `Clock`, for code that takes one. A task that sleeps wakes when the
/// scheduler reaches the deadline, and not before.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// let clock = scheduler.testClock
/// let task = Task { try await clock.sleep(for: .seconds(5)) }
/// try await clock.sleepers(atLeast: 1)
/// scheduler.advanceTo(5)
/// try await task.value
/// ```
///
/// - **Time**: an instant is exact, the scheduler's time is in ticks. A sleep ends at the first tick that is not before
///   its deadline: it may be rounded up by less than a tick, and never ends early. A tick is the scheduler's
///   `resolution` as it reads in decimal: `resolution: 0.1` is a tenth of a second exactly. Less than an attosecond is
///   rounded up.
/// - **Order**: sleepers wake in the order of their deadlines, and sleepers with the same deadline in the order in
///   which they fell asleep; before the work that is scheduled for that time. A task that is woken goes on where Swift
///   runs tasks; to wait until it sleeps again or has ended, `await` one or the other. Everything that moves the
///   scheduler's clock on wakes sleepers: `start()` runs through all deadlines, `advanceTo(_:)` through those that have
///   come.
/// - **Cancellation** of the task ends a sleep at once with a `CancellationError`, and removes it from the scheduler.
///   The end of the scheduler itself does the same, as nothing would wake the task any more.
/// - **Thread**: any task may sleep and read the time on any thread, while the scheduler is in use on another thread.
/// - **Complexity**: falling asleep and waking take O(n), where n tasks sleep.
public final class TestClock: Clock, @unchecked Sendable {
    /// A point in a scheduler's time, exact to the attosecond.
    public struct Instant: InstantProtocol {
        /// The time from the scheduler's tick 0.
        public let offset: Duration

        /// - Parameter offset: the time from the scheduler's tick 0.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The instant `duration` later.
        ///
        /// - Parameter duration: the span.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this instant to `other`, negative if `other` is earlier.
        ///
        /// - Parameter other: the other instant.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether `lhs` comes before `rhs`.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let due: TestTime
        let call: WakeUpCall
        /// The scheduled action that makes the scheduler stop at `due`; made when the scheduler next asks for new
        /// sleepers.
        var stop: Disposable?
    }

    private struct Watcher {
        let count: Int
        let call: WakeUpCall
    }

    private let resolution: Double
    private let lock = NSLock()
    private var ticks: TestTime
    /// In the order of waking.
    private var sleepers: [Sleeper] = []
    /// Whether some sleepers have no `stop` yet.
    private var hasArrivals = false
    private var watchers: [Watcher] = []
    private var isClosed = false

    init(_ ticks: TestTime, resolution: Double) {
        self.ticks = ticks
        self.resolution = resolution
    }

    /// What the scheduler's clock shows.
    public var now: Instant { Instant(offset: minimumResolution * lock.withLock { ticks }) }

    /// A tick.
    public var minimumResolution: Duration { TickArithmetic.duration(ofTick: resolution) }

    /// How many tasks sleep.
    public var sleeperCount: Int { lock.withLock { sleepers.count } }

    /// Waits until the scheduler's clock has reached `deadline`; returns at once if it has.
    ///
    /// - Parameters:
    ///   - deadline: when to wake; a deadline between two ticks counts as the later tick.
    ///   - tolerance: ignored: a sleep never lasts longer than to the tick.
    /// - Throws: `CancellationError` if the task is cancelled, or the scheduler is gone.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let due = TickArithmetic.ticks(reaching: deadline.offset, by: minimumResolution)
        try await wait { call in
            if isClosed { return .cancelled }
            if due <= ticks { return .over }
            let place = sleepers.firstIndex { $0.due > due } ?? sleepers.endIndex
            sleepers.insert(Sleeper(due: due, call: call), at: place)
            hasArrivals = true
            return .waiting
        }
    }

    /// Waits until at least `count` tasks sleep, so that a test knows that the tasks it has started have fallen asleep.
    ///
    /// - Parameter count: how many tasks have to sleep.
    /// - Throws: `CancellationError` if the task is cancelled, or the scheduler is gone.
    /// - Precondition: `count` is not negative.
    public func sleepers(atLeast count: Int) async throws {
        precondition(count >= 0, "TestClock.sleepers(atLeast:): atLeast is \(count); it must not be negative")
        try await wait { call in
            if sleepers.count >= count { return .over }
            if isClosed { return .cancelled }
            watchers.append(Watcher(count: count, call: call))
            return .waiting
        }
    }

    /// Suspends the task, unless `enter` says that there is nothing to wait for. `enter` is called under the lock.
    private func wait(_ enter: (WakeUpCall) -> WakeUpCall.State) async throws {
        try Task.checkCancellation()
        let call = WakeUpCall()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answered = lock.withLock { () -> [WakeUpCall] in
                    guard call.begin(continuation) else { return [call] }
                    call.state = enter(call)
                    if call.state != .waiting { return [call] }
                    return takeWatchers()
                }
                for call in answered { call.answer() }
            }
        } onCancel: {
            cancel(call)
        }
    }

    private func cancel(_ call: WakeUpCall) {
        let stop = lock.withLock { () -> Disposable?? in
            guard call.cancel() else { return nil }
            watchers.removeAll { $0.call === call }
            guard let index = sleepers.firstIndex(where: { $0.call === call }) else { return .some(nil) }
            return sleepers.remove(at: index).stop
        }
        guard let stop else { return }
        stop?.dispose()
        call.answer()
    }

    /// Takes the watchers whose count has been reached. Called under the lock.
    private func takeWatchers() -> [WakeUpCall] {
        let content = watchers.filter { sleepers.count >= $0.count }.map(\.call)
        watchers.removeAll { sleepers.count >= $0.count }
        for call in content { call.state = .over }
        return content
    }

    /// Makes the scheduler stop at the deadlines that were added since the last call. Called on the scheduler's thread.
    func schedule(on scheduler: TestScheduler) {
        let arrivals = lock.withLock { () -> [(WakeUpCall, TestTime)] in
            defer { hasArrivals = false }
            return hasArrivals ? sleepers.filter { $0.stop == nil }.map { ($0.call, $0.due) } : []
        }
        for (call, due) in arrivals {
            // The action does nothing: all that is needed is that the clock moves to `due`.
            let stop = scheduler.scheduleAbsoluteVirtual((), time: due) { _ in Disposables.create() }
            let isAsleep = lock.withLock {
                guard let index = sleepers.firstIndex(where: { $0.call === call }) else { return false }
                sleepers[index].stop = stop
                return true
            }
            if !isAsleep { stop.dispose() }
        }
    }

    /// Wakes the sleepers whose time has come. Called on the scheduler's thread.
    func show(_ time: TestTime) {
        let woken = lock.withLock { () -> [Sleeper] in
            ticks = time
            let woken = Array(sleepers.prefix { $0.due <= time })
            sleepers.removeFirst(woken.count)
            for sleeper in woken { sleeper.call.state = .over }
            return woken
        }
        for sleeper in woken {
            sleeper.stop?.dispose()
            sleeper.call.answer()
        }
    }

    /// Ends all waiting: the scheduler is gone, and nothing will move the clock any more.
    func close() {
        let left = lock.withLock { () -> [WakeUpCall] in
            isClosed = true
            let left = sleepers.map(\.call) + watchers.map(\.call)
            (sleepers, watchers) = ([], [])
            for call in left { call.state = .cancelled }
            return left
        }
        for call in left { call.answer() }
    }
}
