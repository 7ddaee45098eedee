import Dispatch
import Foundation

/// A limit of a wait for other threads, on a machine that may be too busy to run them.
///
/// A wait that does not end has one of two causes: the threads wait for each other, or they could go on and get no
/// processor. Only the first is a mistake of the code under test. The time of day cannot tell them apart. So on Linux,
/// time counts as follows. Where all other threads of the process wait, it counts; where one of them could run, only what
/// the process has used of a processor counts, so that an endless loop reaches the limit as well. Elsewhere, all time
/// counts, except for most of that in which the thread with the limit got no processor itself.
package struct FairLimit {
    /// Seconds to wait for, at most, from one look to the next.
    package let interval: Double

    private let seconds: Double
    private var counted = 0.0
    private var last = DispatchTime.now().uptimeNanoseconds
    private var used = FairLimit.processorTime

    /// - Parameter seconds: how much time may count.
    package init(seconds: Double) {
        self.seconds = seconds
        interval = min(0.1, max(0.001, seconds / 8))
    }

    /// Whether the limit is reached. Called in each turn of a loop that waits.
    package mutating func isReached() -> Bool {
        if counted >= seconds { return true }
        let now = DispatchTime.now().uptimeNanoseconds
        let elapsed = Double(now - last) / 1e9
        if elapsed < interval { return false }
        let usedBefore = used
        used = FairLimit.processorTime
        last = now
        // A look that comes late says nothing of the time before it.
        counted += FairLimit.othersCouldRun ? min(elapsed, used - usedBefore) : min(elapsed, 2 * interval)
        return counted >= seconds
    }

    #if os(Linux)
        /// Seconds that the process has run.
        private static var processorTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        /// Whether another thread of the process runs, or waits for a processor or for the disk.
        private static var othersCouldRun: Bool {
            guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") else {
                return false
            }
            var count = 0
            for thread in threads {
                guard let line = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8) else {
                    continue
                }
                // The state follows the name, which is in parentheses and may contain any.
                guard
                    let state = line[line.index(after: line.lastIndex(of: ")") ?? line.startIndex)...].dropFirst().first
                else { continue }
                if state == "R" || state == "D" { count += 1 }
                // The calling thread is one of them.
                if count > 1 { return true }
            }
            return false
        }
    #else
        private static var processorTime: Double { 0 }
        private static var othersCouldRun: Bool { false }
    #endif
}
