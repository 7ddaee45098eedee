import Dispatch
import Foundation

/// Finds out whether the main queue is served while its own thread runs the run loop.
///
/// A run loop that runs inside a block of the main queue does not serve that queue, and nothing tells whether the
/// caller is in such a block. So the probe queues a block and runs the run loop for a moment.
final class MainQueueProbe: @unchecked Sendable {
    // Touched on the main queue alone.
    private var hasRun = false

    private init() {}

    /// Called on the main queue; setting `wakeup` ends the probe early.
    static func isServed(_ wakeup: Wakeup) -> Bool {
        // In a program that called `dispatchMain()` the queue has no run loop, and the caller is in one of its blocks.
        guard Thread.isMainThread else { return false }
        let probe = MainQueueProbe()
        DispatchQueue.main.async { probe.hasRun = true }
        // Counts turns and not time: each turn serves what is ready, however slow the machine is.
        for _ in 0..<10 where !probe.hasRun && !wakeup.isSet { CallersRunLoop.turn() }
        return probe.hasRun
    }
}
