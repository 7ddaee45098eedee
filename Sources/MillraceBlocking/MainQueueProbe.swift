import Dispatch
import Foundation

/// Finds out whether the main queue is served while its own thread runs the run loop.
///
/// It is not inside of a block of the main queue, and nothing tells whether the caller is in one. So a block is queued,
/// and the run loop run for a moment.
final class MainQueueProbe: @unchecked Sendable {
    // Touched on the main queue alone.
    private var hasRun = false

    private init() {}

    /// Asked on the main queue; `wakeup` ends the question early.
    static func isServed(_ wakeup: Wakeup) -> Bool {
        // In a program that called `dispatchMain()` the queue has no run loop, and the caller is in one of its blocks.
        guard Thread.isMainThread else { return false }
        let probe = MainQueueProbe()
        DispatchQueue.main.async { probe.hasRun = true }
        // A number of turns and not a time: each serves whatever is ready, however slow the machine is.
        for _ in 0..<10 where !probe.hasRun && !wakeup.isSet { CallersRunLoop.turn() }
        return probe.hasRun
    }
}
