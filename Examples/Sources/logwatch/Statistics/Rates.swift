import LogReading

/// How many lines, bytes and problems came in each interval.
///
/// An interval is a span of the log's own time; lines without a timestamp belong to that of the line before them. In logs
/// without timestamps, position stands in for time: an interval is a number of lines.
final class Rates {
    enum Unit: String, Encodable {
        case seconds, lines
    }

    /// How many intervals there are if nobody asks for a length.
    static let mostIntervals = 24
    /// How many there are at most if somebody does; then they are longer than asked for.
    static let mostAskedFor = 10_000

    private struct Log {
        /// The time of the last line that has one.
        var time: Int?
        /// The lines before the first that has one.
        var waiting = Tally()
    }

    private let asked: Int?
    private var timeline: Histogram
    private var positions: Histogram
    private var logs: [Int: Log] = [:]
    private var log = Log()
    private var number = 0
    private var lines = 0
    private var clock = YearlessClock()
    private(set) var hasYear = true
    private var hasTimes = false

    /// - Parameter seconds: how long an interval is; without it, as long as the span of the log suggests.
    init(seconds: Int?) {
        asked = seconds
        timeline = Histogram(
            length: 1,
            longer: { length in
                if let seconds { return length == 1 ? max(2, seconds) : length * 2 }
                return [60, 3_600, 86_400].first { $0 > length } ?? length * 10
            }
        )
        positions = Histogram(length: 1_000, longer: { $0 * 10 })
    }

    func add(_ entry: Entry) {
        var tally = Tally(lines: 1, bytes: entry.line.length)
        if !entry.isContinued, entry.info.severity == .error || entry.info.severity == .warning { tally.problems = 1 }
        if entry.line.log != number { turn(to: entry.line.log) }
        if let time = time(of: entry) {
            log.time = time
            tally += log.waiting
            log.waiting = Tally()
        }
        if let time = log.time {
            timeline.add(tally, at: time)
        } else {
            log.waiting += tally
            if !hasTimes { positions.add(tally, at: lines) }
        }
        lines += 1
    }

    private func turn(to number: Int) {
        logs[self.number] = log
        log = logs[number] ?? Log()
        self.number = number
    }

    private func time(of entry: Entry) -> Int? {
        guard let timestamp = entry.info.timestamp else { return nil }
        if !hasTimes {
            hasTimes = true
            hasYear = timestamp.hasYear
        }
        // A log keeps to one form; a stray time of the other kind says nothing.
        return timestamp.hasYear == hasYear ? clock.seconds(of: timestamp) : nil
    }

    var unit: Unit { hasTimes ? .seconds : .lines }

    /// The first and the last time seen, in seconds.
    var times: ClosedRange<Int>? { timeline.places }

    /// How many lines belong to no time, though others do.
    var untimed: Int {
        guard hasTimes else { return 0 }
        return logs.reduce(log.waiting.lines) { $0 + ($1.key == number ? 0 : $1.value.waiting.lines) }
    }

    /// The longest time in which no line was written, from the line before it to the line behind it.
    var silence: ClosedRange<Int>? { timeline.longestGap }

    /// The length of an interval, and each of them, with its first second or the number of its first line.
    var intervals: (length: Int, all: [(start: Int, tally: Tally)]) {
        guard hasTimes else {
            let length = Rates.length(among: Rates.numbers, of: positions)
            return (length, positions.intervals(ofLength: length).map { ($0.start + 1, $0.tally) })
        }
        let length =
            asked.map { asked in
                Rates.length(
                    among: sequence(first: asked) { $0 * 2 },
                    of: timeline,
                    most: Rates.mostAskedFor
                )
            } ?? Rates.length(among: Rates.spans, of: timeline)
        return (length, timeline.intervals(ofLength: length))
    }

    private static func length(
        among candidates: some Sequence<Int>,
        of histogram: Histogram,
        most: Int = Rates.mostIntervals
    ) -> Int {
        candidates.first { $0 % histogram.length == 0 && histogram.count(ofLength: $0) <= most }!
    }

    /// 1, 2, 5, 10, 20, 50 …
    private static var numbers: some Sequence<Int> {
        sequence(first: 1) { number in
            String(number).hasPrefix("2") ? number / 2 * 5 : number * 2
        }
    }

    /// What people divide time into: seconds, minutes, hours, days.
    private static let spans: [Int] = {
        let (minute, hour, day) = (60, 3_600, 86_400)
        let parts = [1, 2, 5, 10, 15, 30]
        return parts + parts.map { $0 * minute } + [1, 2, 3, 6, 12].map { $0 * hour }
            + numbers.prefix(30).map { $0 * day }
    }()
}
