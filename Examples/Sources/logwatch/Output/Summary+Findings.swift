import LogReading

extension Summary {
    /// - Parameters:
    ///   - input: how the log is called.
    ///   - progress: how far it was read.
    ///   - top: how many of the most frequent messages are told.
    init(of findings: Findings, input: String, progress: ReadingProgress, pattern: Pattern?, top: Int) {
        self.input = input
        lines = findings.totals.lines
        bytes = findings.totals.bytes
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
        rates = Rates(findings.rates)
        messages = findings.messages.top(top).map { Message(count: $0.count, text: printable($0.text)) }
        distinctMessages = findings.messages.distinct
        messageCountError = findings.messages.lost
        matches = findings.matches.flatMap { matches in
            pattern.map { Matches(pattern: $0.text, count: matches.count, latest: matches.latest) }
        }
    }
}

extension Summary.Rates {
    init(_ rates: logwatch.Rates) {
        func time(_ seconds: Int) -> String { LogTime(seconds: seconds, hasYear: rates.hasYear).text }
        let times = rates.times
        from = times.map { time($0.lowerBound) }
        to = times.map { time($0.upperBound) }
        unit = times == nil ? .lines : .seconds
        length = times == nil ? logwatch.Rates.linesWithoutTime : rates.seconds
        intervals = rates.all.map { interval in
            Summary.Interval(
                start: times == nil ? String(interval.start) : time(interval.start),
                lines: interval.lines,
                bytes: interval.bytes,
                problems: interval.problems
            )
        }
    }
}
