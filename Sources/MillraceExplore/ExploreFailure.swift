/// A schedule in which something failed.
///
/// Its description says what failed, names the steps of the threads in the order in which they ran, and has the token
/// with which ``explore(replay:_:)`` runs the schedule again.
public struct ExploreFailure: Error, CustomStringConvertible, Sendable {
    /// What failed.
    public enum Kind: Sendable, Equatable {
        /// A check does not hold, or the body, a thread, a task or a check has thrown an error.
        case check(String)
        /// The threads that have not returned wait for each other, or for something that no thread does.
        case deadlock
        /// Threads take steps without an end, or a thread runs for seconds without a step.
        case livelock
        /// The named threads sleep in the system, in a call that has nothing to do with the threads of the run, and nothing
        /// has woken them within a second.
        case blockedOutside([String])
    }

    /// A step of a thread: an atomic operation of Millrace, the replacement of a value that Millrace keeps, a point of your
    /// own, or the call of an `NSLock` or a POSIX mutex.
    public struct Step: Sendable, CustomStringConvertible {
        /// The thread's name.
        public let thread: String
        /// The operator or the other place that took the step, such as `merge`, if it is known.
        public let operation: String?
        /// The file and the line.
        public let place: String

        public var description: String {
            "\(thread): \(operation.map { "\($0), " } ?? "")\(place)"
        }
    }

    /// What failed.
    public let kind: Kind

    /// The steps of all threads, in the order in which they ran. Empty in a build without `MILLRACE_EXPLORE=1`.
    public let steps: [Step]

    /// How many schedules had been run, this one included.
    public let schedules: Int

    /// Where the random schedules began.
    public let seed: UInt64

    /// The schedule, for ``explore(replay:_:)``. Empty in a build without `MILLRACE_EXPLORE=1`.
    public let replay: String

    /// Whether the schedule failed again when it was run once more, for the names of the operators.
    public let isRepeatable: Bool

    /// What each thread that has not returned was doing.
    let remains: [String]

    public var description: String {
        var lines: [String] = []
        switch kind {
        case .check(let message): lines.append(message)
        case .deadlock: lines.append("deadlock: no thread can go on")
        case .livelock: lines.append("livelock: the threads go on without an end")
        case .blockedOutside(let threads):
            lines.append("\(threads.joined(separator: ", ")) sleeps, and nothing wakes it")
        }
        lines += remains
        lines.append(
            "in schedule \(schedules)\(replay.isEmpty ? "" : ", which explore(replay: \"\(replay)\") runs again")"
        )
        if !replay.isEmpty, !isRepeatable { lines.append("(run once more, it did not fail)") }
        lines += Turns(steps).lines
        return lines.joined(separator: "\n")
    }
}

/// The steps of a schedule as text: a line for what a thread did until another one ran.
private struct Turns {
    let lines: [String]

    init(_ steps: [ExploreFailure.Step]) {
        var lines: [String] = []
        var begin = 0
        while begin < steps.count {
            let end = steps[begin...].firstIndex { $0.thread != steps[begin].thread } ?? steps.count
            lines.append("  \(steps[begin].thread): " + Turns.text(steps[begin..<end]))
            begin = end
        }
        self.lines = lines
    }

    /// Steps of one operator beside each other are one, named by the first and the last place; of many, the first and the
    /// last are shown.
    private static func text(_ steps: ArraySlice<ExploreFailure.Step>) -> String {
        var runs: [(operation: String?, first: String, last: String)] = []
        for step in steps {
            if let last = runs.indices.last, runs[last].operation == step.operation, step.operation != nil {
                runs[last].last = step.place
            } else {
                runs.append((step.operation, step.place, step.place))
            }
        }
        var texts = runs.map { run in
            let places = run.first == run.last ? run.first : "\(run.first) … \(run.last)"
            return run.operation.map { "\($0) (\(places))" } ?? places
        }
        let shown = 4
        if texts.count > 2 * shown + 1 {
            texts.replaceSubrange(shown..<texts.count - shown, with: ["… \(texts.count - 2 * shown) more …"])
        }
        return texts.joined(separator: ", ")
    }
}
