import Dispatch

/// A callback that holds a thread for longer than a limit.
public struct SlowCallback: Sendable, Hashable, CustomStringConvertible {
    /// The operator whose closure holds the thread, by its public name; `observer` for a closure at the end of a chain.
    public let operation: String

    /// Where the subscription was made: the file's name with its module, and the line.
    public let place: String

    /// The thread: on Linux the system's number and the thread's name, elsewhere a number of Millrace's own.
    public let thread: String

    /// How long the callback has been running, to about ten milliseconds.
    public let duration: Duration

    /// The calls of the user's own code that the thread is inside, the innermost first: each function with its file and
    /// line. Empty unless `Hooks.slowCallbacks(after:stacks:report:)` was asked for stacks; where the thread has left the
    /// callback meanwhile, or does not answer; and on other systems than Linux with glibc.
    public internal(set) var stack: [String] = []

    /// When the thread came in, in the milliseconds of `MeterClock`.
    let since: Int

    /// What holds the thread, where and for how long, and the stack, a line for each call.
    public var description: String {
        let what = "\(operation) of the subscription at \(place) has held thread \(thread) for \(duration.formatted)"
        return ([what] + stack.map { "    \($0)" }).joined(separator: "\n")
    }
}

extension SlowCallback {
    /// With the stack of the thread, if it is still in the callback.
    fileprivate func withStack() -> SlowCallback {
        guard let number = Int(thread.prefix { $0.isNumber }) else { return self }
        var copy = self
        let stack = CallStack(.capture(ofThread: number))
        let isStillInside = StreamMeters.all.contains { $0.words.inside ?? (0, 0) == (number, since) }
        if isStillInside { copy.stack = stack.lines }
        return copy
    }
}

extension Duration {
    fileprivate var formatted: String {
        StreamDump.text(Double(components.seconds) + Double(components.attoseconds) / 1e18)
    }
}

extension Hooks {
    /// Reports each callback that holds its thread for longer than `limit`, while it runs.
    ///
    /// It looks at chains that are subscribed to afterwards, whatever runs their events: event loops, queues, actors,
    /// tasks, threads. The subscription is named, and the operator that holds the thread. While it is on, each element
    /// costs as much as with `recordSubscriptions`, and one queue wakes up a hundred times a second.
    ///
    /// With `stacks`, a thread that is reported is interrupted by the signal `SIGPROF`, and says itself what it is inside.
    /// What it waits in may then end early: `usleep`, `poll` and the like fail with `EINTR`. A handler of `SIGPROF` that
    /// was there before goes on to get the others, as those of a profiler. If the program changes the signal's action
    /// afterwards, there are no stacks any more.
    ///
    /// - **Thread**: may be called from any thread; a later call takes the place of an earlier one.
    /// - **Complexity**: O(stages) for each look; there is one in each quarter of `limit`, but at most a hundred and at
    ///   least four a second.
    ///
    /// ```
    /// Hooks.slowCallbacks(after: .milliseconds(200), stacks: true) { slow in log("\(slow)") }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: how long a callback may run, at least 10 milliseconds; `nil` switches the reports off.
    ///   - stacks: whether to report the stack of the thread as well, on Linux with glibc.
    ///   - report: called on a queue of Millrace's, at most once a second for each operator and place, as long as the
    ///     callback runs; `nil` to print on standard error. Until it returns, nothing else is reported.
    public static func slowCallbacks(
        after limit: Duration?,
        stacks: Bool = false,
        report: (@Sendable (SlowCallback) -> Void)? = nil
    ) {
        guard let limit else {
            MeterClock.watchdog = nil
            return
        }
        require(
            limit >= .milliseconds(10),
            "Hooks.slowCallbacks(after:stacks:report:): limit is \(limit); it must be at least 10 milliseconds"
        )
        // More than 31 years are as good as for ever.
        let (seconds, attoseconds) = min(limit, .seconds(1_000_000_000)).components
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        MeterClock.watchdog = Watchdog(
            limit: milliseconds,
            stacks: stacks,
            report ?? { printToStandardError("Millrace: slow callback: \($0)") }
        )
    }
}

/// Looks for threads that have been inside one stage for longer than a limit.
final class Watchdog: Sendable {
    private struct State {
        var nextLook = 0
        var latest: [String: Int] = [:]
        var isLooking = false
    }

    private let limit: Int
    private let takesStacks: Bool
    private let report: @Sendable (SlowCallback) -> Void
    private let state = Locked(State())
    // Of its own: a look or a report that takes long must not stop the clock.
    private let queue = DispatchQueue(label: "Millrace: slow callbacks")

    init(limit: Int, stacks: Bool, _ report: @escaping @Sendable (SlowCallback) -> Void) {
        self.limit = limit
        takesStacks = stacks
        self.report = report
    }

    /// Looks if it is time to, and hands what it finds to the report: on the queue.
    func look(at time: Int) {
        let isTime = state.access { state in
            // Looks do not pile up behind a report that does not return: what is slow is found again afterwards.
            if time < state.nextLook || state.isLooking { return false }
            state.nextLook = time + min(limit / 4, 250)
            state.isLooking = true
            return true
        }
        if !isTime { return }
        queue.async { [self] in
            for slow in slowCallbacks(at: time) { report(takesStacks ? slow.withStack() : slow) }
            state.access { $0.isLooking = false }
        }
    }

    /// Returns when all that was found so far is reported.
    func finishReports() { queue.sync {} }

    /// What there is to report, without what was reported less than a second ago.
    func slowCallbacks(at time: Int) -> [SlowCallback] {
        StreamMeters.purgeIfDue()
        let meters = StreamMeters.all
        let limit = limit
        // Most looks find none, and go no further.
        guard meters.contains(where: { isLong($0.words.inside, at: time, limit) }) else { return [] }
        return StreamDump.take(meters, at: time, counts: false).subscriptions.flatMap { subscription in
            subscription.stages.compactMap { stage -> SlowCallback? in
                guard let thread = stage.thread, let seconds = stage.insideFor else { return nil }
                let milliseconds = Int((seconds * 1_000).rounded())
                if milliseconds <= limit { return nil }
                let place = subscription.place
                let isNew = state.access { state in
                    let key = "\(stage.name) \(place)"
                    if let latest = state.latest[key], time - latest < 1_000 { return false }
                    state.latest[key] = time
                    return true
                }
                guard isNew else { return nil }
                return SlowCallback(
                    operation: stage.name,
                    place: place,
                    thread: thread,
                    duration: .milliseconds(milliseconds),
                    since: time - milliseconds
                )
            }
        }
    }
}

private func isLong(_ inside: (thread: Int, since: Int)?, at time: Int, _ limit: Int) -> Bool {
    guard let inside, inside.since > 0 else { return false }
    return time - inside.since > limit
}
