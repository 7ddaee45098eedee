import Foundation

/// Threads that are started by sources, and waited for at the end.
final class Workers: @unchecked Sendable {
    private let lock = NSLock()
    private var threads: [StressThread] = []

    func start(_ body: @escaping () -> Void) {
        lock.lock()
        threads.append(StressThread(body))
        lock.unlock()
    }

    /// Waits for all, those included that are started meanwhile.
    func join() {
        while let thread = takeOne() { thread.join() }
    }

    private func takeOne() -> StressThread? {
        lock.lock()
        defer { lock.unlock() }
        return threads.popLast()
    }
}
