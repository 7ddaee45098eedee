import LogReading

/// How many lines, bytes and problems came in each interval.
///
/// An interval is a span of the log's own time; lines without a timestamp belong to that of the line before them. In a
/// log without timestamps, position stands in for time: an interval is a number of lines.
final class Rates {
    struct Interval {
        /// The first second of it, or the number of its first line.
        let start: Int
        var lines = 0
        var bytes = 0
        /// Errors and warnings.
        var problems = 0
    }

    /// An interval's length in lines, in a log without timestamps.
    static let linesWithoutTime = 1_000

    /// An interval's length in seconds.
    let seconds: Int

    private var intervals: [Int: Interval] = [:]
    private var current: Interval?
    private var clock = YearlessClock()
    /// The first and the last time seen, in seconds.
    private(set) var times: ClosedRange<Int>?
    private(set) var hasYear = true

    init(seconds: Int) {
        self.seconds = seconds
    }

    func add(_ entry: Entry) {
        if let timestamp = entry.info.timestamp {
            if times == nil {
                startOfTime(timestamp)
            } else if timestamp.hasYear == hasYear {
                note(clock.seconds(of: timestamp))
            }
            // A log keeps to one form; a stray time of the other kind says nothing.
        } else if times == nil {
            enter(start: (entry.line.number - 1) / Rates.linesWithoutTime * Rates.linesWithoutTime + 1)
        }
        current?.lines += 1
        current?.bytes += entry.line.length
        if entry.info.severity == .error || entry.info.severity == .warning { current?.problems += 1 }
    }

    /// All intervals in which there were lines, in order.
    var all: [Interval] {
        var intervals = intervals
        if let current { intervals[current.start] = current }
        return intervals.values.sorted { $0.start < $1.start }
    }

    private func note(_ time: Int) {
        times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        let remainder = time % seconds
        enter(start: time - (remainder < 0 ? remainder + seconds : remainder))
    }

    private func enter(start: Int) {
        if current?.start == start { return }
        if let current { intervals[current.start] = current }
        current = intervals[start] ?? Interval(start: start)
    }

    /// The first timestamp of all: what was counted by position belongs to the first interval of time.
    private func startOfTime(_ timestamp: Timestamp) {
        let earlier = all
        intervals = [:]
        current = nil
        hasYear = timestamp.hasYear
        note(clock.seconds(of: timestamp))
        for interval in earlier {
            current?.lines += interval.lines
            current?.bytes += interval.bytes
            current?.problems += interval.problems
        }
    }
}
