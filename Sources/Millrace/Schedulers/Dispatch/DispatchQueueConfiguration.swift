import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The queue and the timers that all schedulers on dispatch queues share.
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
        let item = ScheduledWork.Item(state, action)
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

extension DispatchQueueConfiguration {
    /// Work that a timer runs once. The timer's handler holds the item, and the item holds the timer, until the timer
    /// is cancelled.
    private final class TimerItem<State>: ScheduledWork.Item<State>, @unchecked Sendable {
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
}

// Spans are counted in nanoseconds. A span that is too long for an `Int64` (292 years), and `.never`, count as
// `Int64.max`.
extension DispatchTimeInterval {
    /// The span in nanoseconds; `Int64.max` for `.never` and for longer spans, `Int64.min` for negative spans that are
    /// out of range.
    package var saturatedNanoseconds: Int64 {
        switch self {
        case .seconds(let count): DispatchTimeInterval.nanoseconds(count, each: 1_000_000_000)
        case .milliseconds(let count): DispatchTimeInterval.nanoseconds(count, each: 1_000_000)
        case .microseconds(let count): DispatchTimeInterval.nanoseconds(count, each: 1_000)
        case .nanoseconds(let count): Int64(count)
        case .never: Int64.max
        @unknown default: Int64.max
        }
    }

    private static func nanoseconds(_ count: Int, each factor: Int64) -> Int64 {
        let (product, overflow) = Int64(count).multipliedReportingOverflow(by: factor)
        if overflow { return count < 0 ? Int64.min : Int64.max }
        return product
    }

    /// Whether the span is `.never` or counts as such.
    package var isNever: Bool { saturatedNanoseconds == Int64.max }

    /// The span in seconds; infinite for `.never`.
    package var inSeconds: Double {
        let nanoseconds = saturatedNanoseconds
        return nanoseconds == Int64.max ? .infinity : Double(nanoseconds) / 1_000_000_000
    }

    /// A span of `nanoseconds`; `.never` for `Int64.max`.
    package init(saturatedNanoseconds nanoseconds: Int64) {
        self = nanoseconds == Int64.max ? .never : .nanoseconds(Int(clamping: nanoseconds))
    }

    /// The span that `transform` makes of this span's nanoseconds; `.never` stays as it is.
    package func mapNanoseconds(_ transform: (Int64) -> Int64) -> DispatchTimeInterval {
        let nanoseconds = saturatedNanoseconds
        return nanoseconds == Int64.max ? self : DispatchTimeInterval(saturatedNanoseconds: transform(nanoseconds))
    }

    /// This span, or zero if it is negative.
    package var orZero: DispatchTimeInterval {
        saturatedNanoseconds < 0 ? .nanoseconds(0) : self
    }

    /// The nearest whole number of microseconds, the resolution of a `Date`.
    package var roundedMicroseconds: Int64 {
        let (microseconds, rest) = saturatedNanoseconds.quotientAndRemainder(dividingBy: 1_000)
        return rest >= 500 ? microseconds + 1 : rest < -500 ? microseconds - 1 : microseconds
    }

    /// The part of this span that is left once the time from `start` to `end` has passed; never negative.
    package func remaining(from start: Date, to end: Date) -> DispatchTimeInterval {
        mapNanoseconds { nanoseconds in
            let passed = Int64(saturatingNanosecondsOf: end.timeIntervalSince(start))
            let (left, overflow) = nanoseconds.subtractingReportingOverflow(passed)
            return overflow ? (passed < 0 ? Int64.max - 1 : 0) : Swift.max(0, left)
        }
    }
}

extension Date {
    /// The point in time `interval` after this date; the distant future for `.never`.
    package func adding(_ interval: DispatchTimeInterval) -> Date {
        let seconds = interval.inSeconds
        return seconds == .infinity ? .distantFuture : addingTimeInterval(seconds)
    }
}

extension Int64 {
    init(saturatingNanosecondsOf seconds: Double) {
        let nanoseconds = (seconds * 1_000_000_000).rounded()
        if let exact = Int64(exactly: nanoseconds) {
            self = exact
        } else {
            self = nanoseconds < 0 ? .min : .max
        }
    }
}
