import LogReading

extension Summary {
    /// - Parameters:
    ///   - inputs: how each log is called, by its number.
    ///   - failures: why something was not read.
    ///   - progress: how far they were read.
    ///   - top: how many of the most frequent messages are told.
    init(
        of findings: Findings,
        inputs: [Int: String],
        failures: [String],
        progress: ReadingProgress,
        pattern: Pattern?,
        top: Int
    ) {
        self.inputs = inputs.sorted { $0.key < $1.key }.map(\.value)
        self.failures = failures
        lines = findings.totals.lines
        bytes = findings.totals.bytes
        invalidLines = findings.totals.invalidLines
        invalidBytes = findings.totals.invalidBytes
        seconds = progress.seconds
        linesPerSecond = progress.seconds > 0 ? Double(lines) / progress.seconds : 0
        bytesPerSecond = progress.seconds > 0 ? Double(bytes) / progress.seconds : 0
        let severities = findings.severities
        self.severities = Severities(
            error: severities.error,
            warning: severities.warning,
            info: severities.info,
            debug: severities.debug,
            unknown: severities.unknown
        )
        continuedLines = severities.continued
        rates = Rates(findings.rates)
        messages = findings.messages.top(top).map { Message(count: $0.count, text: printable($0.text)) }
        distinctMessages = findings.messages.distinct
        messageCountError = findings.messages.lost
        matches = findings.matches.flatMap { matches in
            pattern.map { pattern in
                let latest = matches.latest.map { Match(input: inputs[$0.log] ?? "", line: $0.line, text: $0.text) }
                return Matches(
                    pattern: pattern.text,
                    isPlainText: pattern.isPlainText,
                    count: matches.count,
                    latest: latest
                )
            }
        }
    }
}

extension Summary.Rates {
    init(_ rates: logwatch.Rates) {
        func time(_ seconds: Int) -> String { LogTime(seconds: seconds, hasYear: rates.hasYear).text }
        unit = rates.unit
        from = rates.times.map { time($0.lowerBound) }
        to = rates.times.map { time($0.upperBound) }
        let (length, intervals) = rates.intervals
        self.length = length
        self.intervals = intervals.map { start, tally in
            Summary.Interval(
                start: rates.unit == .lines ? String(start) : time(start),
                lines: tally.lines,
                bytes: tally.bytes,
                problems: tally.problems
            )
        }
        longestSilence = rates.silence.map {
            Summary.Silence(from: time($0.lowerBound), to: time($0.upperBound), seconds: $0.upperBound - $0.lowerBound)
        }
        untimedLines = rates.untimed
    }
}
