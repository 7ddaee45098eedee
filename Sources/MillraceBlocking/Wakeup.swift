import Dispatch
import Foundation

/// A signal that one thread waits for and any thread sets, once.
final class Wakeup: @unchecked Sendable {
    // The data is under the lock; the semaphore only puts the thread to sleep.
    private let lock = NSLock()
    private let semaphore = DispatchSemaphore(value: 0)
    private var hasCome = false
    private var runLoop: CallersRunLoop?

    var isSet: Bool { lock.withLock { hasCome } }

    func set() {
        let runLoop = lock.withLock {
            hasCome = true
            return self.runLoop
        }
        if let runLoop { runLoop.stop() } else { semaphore.signal() }
    }

    /// Waits until the signal is set. False: it was not set before `deadline`.
    func wait(until deadline: DispatchTime) -> Bool {
        guard Thread.isMainThread || CallersRunLoop.hasWork else {
            // If the signal has been set meanwhile, the semaphore was signalled, or it is going to be.
            return semaphore.wait(timeout: deadline) == .success || isSet
        }
        let runLoop = CallersRunLoop()
        defer { runLoop.leave() }
        lock.withLock { self.runLoop = runLoop }
        defer { lock.withLock { self.runLoop = nil } }
        // `run` checks `isSet` first: a thread that set the signal before knew of no run loop to stop.
        return runLoop.run(until: deadline) { self.isSet }
    }
}
