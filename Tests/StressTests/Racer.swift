import Foundation
import TestSupport

/// Runs two closures at the same time, again and again, with one partner thread for all rounds.
final class Racer: @unchecked Sendable {
    private let lock = NSLock()
    private var job: (() -> Void)?
    private var isReady = false
    private var isRunning = false
    private var isStopped = false

    init() {
        Thread.detachNewThread { [self] in
            while runNext() { locked { isRunning = false } }
        }
    }

    /// Runs `first` on the partner thread and `second` here; returns when both have returned, and the partner has let go
    /// of what `first` holds. One of them begins later by `delay` turns of an empty loop: the first if it is negative.
    func race(delay: Int = 0, _ first: @escaping () -> Void, _ second: @escaping () -> Void) {
        locked {
            isReady = false
            isRunning = true
            job = { [self] in
                locked { isReady = true }
                pause(-delay)
                first()
            }
        }
        waitUntil { locked { isReady } }
        pause(delay)
        second()
        waitUntil { !locked { isRunning } }
    }

    /// Ends the partner thread.
    func stop() {
        locked { isStopped = true }
    }

    /// Runs the next job and lets go of it. False: no more will come.
    private func runNext() -> Bool {
        guard let job = next() else { return false }
        job()
        return true
    }

    private func next() -> (() -> Void)? {
        let patience = Patience()
        var turns = 0
        while true {
            let (next, isStopped) = locked {
                defer { job = nil }
                return (job, self.isStopped)
            }
            if let next { return next }
            if isStopped { return nil }
            turns += 1
            if turns % 4_096 == 0 { patience.check() }
            sched_yield()
        }
    }

    private func pause(_ turns: Int) {
        var left = turns
        while left > 0 { withUnsafeMutablePointer(to: &left) { $0.pointee -= 1 } }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}
