import Dispatch
import Foundation

/// Waits until `condition` holds; ends the program if that takes minutes.
func waitUntil(_ condition: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 300)
    while !condition() {
        sched_yield()
        if Date() > end { fatalError("a wait has not ended in 300 s") }
    }
}

extension DispatchSemaphore {
    /// As `wait()`, but not for ever.
    func waitPatiently() {
        if wait(timeout: .now() + 300) == .timedOut { fatalError("a wait has not ended in 300 s") }
    }
}

extension DispatchGroup {
    /// As `wait()`, but not for ever.
    func waitPatiently() {
        if wait(timeout: .now() + 300) == .timedOut { fatalError("a wait has not ended in 300 s") }
    }
}
