import Foundation
import Millrace

/// A scheduler whose one thread is a pthread, so that the thread sanitizer sees what it orders.
final class WorkerScheduler: SchedulerType, @unchecked Sendable {
    private let condition = NSCondition()
    private var waiting: [(due: Date, run: () -> Void)] = []
    private var isOver = false
    private var thread: StressThread?

    init() {
        thread = StressThread { [unowned self] in work() }
    }

    var now: Date { Date() }

    func schedule<StateType>(
        _ state: StateType,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        add(state, due: .distantPast, action)
    }

    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let seconds: Double
        switch dueTime {
        case .seconds(let count): seconds = Double(count)
        case .milliseconds(let count): seconds = Double(count) / 1e3
        case .microseconds(let count): seconds = Double(count) / 1e6
        case .nanoseconds(let count): seconds = Double(count) / 1e9
        default: seconds = .infinity
        }
        return add(state, due: seconds > 0 ? Date(timeIntervalSinceNow: seconds) : .distantPast, action)
    }

    /// Ends the thread; what waits is dropped.
    func stop() {
        condition.lock()
        isOver = true
        condition.signal()
        condition.unlock()
        thread?.join()
        // What waits may hold on to the scheduler.
        let dropped = waiting
        waiting = []
        withExtendedLifetime(dropped) {}
    }

    private func add<StateType>(
        _ state: StateType,
        due: Date,
        _ action: @escaping @Sendable (StateType) -> Disposable
    ) -> Disposable {
        let result = SingleAssignmentDisposable()
        condition.lock()
        waiting.append((due, { if !result.isDisposed { result.setDisposable(action(state)) } }))
        condition.signal()
        condition.unlock()
        return result
    }

    private func work() {
        while let run = next() { run() }
    }

    /// What was due first, and of those the one that was scheduled first.
    private func next() -> (() -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        while !isOver {
            let first = waiting.indices.min { waiting[$0].due < waiting[$1].due }
            guard let first else {
                condition.wait()
                continue
            }
            if waiting[first].due <= Date() { return waiting.remove(at: first).run }
            _ = condition.wait(until: waiting[first].due)
        }
        return nil
    }
}
