import Foundation
import Millrace

/// A scheduler whose time passes when `advance(by:)` says so.
///
/// What is due runs inside `advance`, on the calling thread, in the order of due times and then of scheduling. It has no
/// `schedulePeriodic` of its own.
public final class ManualScheduler: SchedulerType, @unchecked Sendable {
    private let lock = NSLock()
    private var clock: Int64 = 0
    private var items: [Item] = []
    private var scheduled = 0

    public init() {}

    /// The clock's time; it begins with 1970.
    public var now: RxTime {
        lock.withLock { Date(timeIntervalSince1970: Double(clock) / 1_000_000_000) }
    }

    /// The time that has passed, in milliseconds.
    public var milliseconds: Int { lock.withLock { Int(clock / 1_000_000) } }

    /// How often something was scheduled.
    public var scheduledCount: Int { lock.withLock { scheduled } }

    /// How many actions wait and are not disposed.
    public var waitingCount: Int { lock.withLock { items.filter { !$0.isDisposed }.count } }

    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        lock.withLock {
            let (due, overflow) = clock.addingReportingOverflow(dueTime.orZero.saturatedNanoseconds)
            let item = Item(overflow ? Int64.max : due) { action(state) }
            items.insert(item, at: items.firstIndex { $0.due > item.due } ?? items.endIndex)
            scheduled += 1
            return item
        }
    }

    /// Lets time pass and runs all that becomes due, including what that schedules.
    public func advance(by interval: RxTimeInterval) {
        let end = lock.withLock { clock + interval.saturatedNanoseconds }
        while let item = next(until: end) { item.run() }
        lock.withLock { clock = max(clock, end) }
    }

    /// Runs what is due now.
    public func runDue() {
        advance(by: .nanoseconds(0))
    }

    private func next(until end: Int64) -> Item? {
        lock.withLock {
            guard let first = items.first, first.due <= end else { return nil }
            clock = max(clock, first.due)
            return items.removeFirst()
        }
    }

    private final class Item: Cancelable, @unchecked Sendable {
        let due: Int64
        private let lock = NSLock()
        private var action: (() -> Disposable)?
        private var result: Disposable?
        private var disposed = false

        init(_ due: Int64, _ action: @escaping () -> Disposable) {
            self.due = due
            self.action = action
        }

        var isDisposed: Bool { lock.withLock { disposed } }

        func run() {
            let action = lock.withLock {
                defer { self.action = nil }
                return self.action
            }
            guard let result = action?() else { return }
            let late = lock.withLock {
                self.result = result
                return disposed
            }
            if late { result.dispose() }
        }

        func dispose() {
            let (action, result) = lock.withLock {
                disposed = true
                defer { (self.action, self.result) = (nil, nil) }
                return (self.action, self.result)
            }
            _ = action
            result?.dispose()
        }
    }
}
