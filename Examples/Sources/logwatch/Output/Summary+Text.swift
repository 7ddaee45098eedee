import LogReading

extension Summary {
    private static let barWidth = 30
    private static let textWidth = 100

    /// For people: a few blocks, each with a heading.
    var text: String {
        var blocks = [totalsText, severitiesText, ratesText, messagesText]
        if let matches { blocks.append(text(of: matches)) }
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var totalsText: String {
        let speed = "\(grouped(Int(linesPerSecond))) lines/s, \(logwatch.bytes(bytesPerSecond))/s"
        var text = "\(counted(lines, "line")), \(counted(bytes, "byte")) in \(fixed(seconds, digits: 3)) s: \(speed)\n"
        if invalidLines > 0 {
            text += "\(counted(invalidBytes, "byte")) in \(counted(invalidLines, "line")) "
            text += "\(invalidBytes == 1 ? "is" : "are") not UTF-8; what they stand for is shown as \u{FFFD}\n"
        }
        return text
    }

    private var severitiesText: String {
        guard lines > 0 else { return "" }
        var counts = [
            ("error", severities.error), ("warning", severities.warning), ("info", severities.info),
            ("debug", severities.debug), ("not said", severities.unknown),
        ]
        if continuedLines > 0 { counts.append(("continued", continuedLines)) }
        let width = continuedLines > 0 ? 9 : 8
        return table(heading: "Severity", counts.map { ($0.1, left($0.0, width), "") })
    }

    private var ratesText: String {
        if rates.unit == .lines { return positionsText }
        let mean = fixed(Double(lines - rates.untimedLines) / Double(rates.intervals.count), digits: 1)
        let heading = "Lines in intervals of \(duration(rates.length)): \(mean) on average"
        let span = rates.from.flatMap { from in rates.to.map { "  \(from) to \($0)\n" } } ?? ""
        var text = table(heading: heading, folded(rates.intervals), above: span)
        if let silence = rates.longestSilence {
            text += "  longest silence: \(duration(silence.seconds)), from \(silence.from) to \(silence.to)\n"
        }
        if rates.untimedLines > 0 {
            text += "  not among them: \(counted(rates.untimedLines, "line")) that nothing says a time of\n"
        }
        return text
    }

    /// Where in a log without times the errors and warnings are.
    private var positionsText: String {
        if lines == 0 { return "" }
        guard rates.intervals.count > 1, rates.intervals.contains(where: { $0.problems > 0 }) else {
            return "No line says when it was written, so nothing is known of rates\n"
        }
        let rows = rates.intervals.map { interval in
            (interval.problems, "from line \(right(grouped(Int(interval.start) ?? 0), 11))", "")
        }
        let heading = "No line says when it was written; errors and warnings in each \(grouped(rates.length)) lines"
        return table(heading: heading, rows)
    }

    /// A row for each interval; if there are many, those without a line that follow each other share one.
    private func folded(_ intervals: [Interval]) -> [(count: Int, label: String, remark: String)] {
        var rows: [(count: Int, label: String, remark: String)] = []
        var index = 0
        while index < intervals.count {
            let interval = intervals[index]
            let quiet = intervals[index...].prefix { $0.lines == 0 }.count
            if quiet > 2, intervals.count > logwatch.Rates.mostIntervals {
                rows.append((0, interval.start, "quiet for \(duration(quiet * rates.length))"))
                index += quiet
                continue
            }
            let problems = counted(interval.problems, "error or warning", plural: "errors or warnings")
            rows.append((interval.lines, interval.start, quiet > 0 ? "quiet" : interval.problems > 0 ? problems : ""))
            index += 1
        }
        return rows
    }

    private var messagesText: String {
        guard !messages.isEmpty else { return "" }
        let among =
            messageCountError > 0
            ? "of very many; counts may be up to \(grouped(messageCountError)) too low"
            : "of \(grouped(distinctMessages))"
        let width = grouped(messages[0].count).count
        return "Most frequent messages (\(among))\n"
            + messages.map { message in
                "  \(right(grouped(message.count), width))  \(shortened(message.text, to: Summary.textWidth))\n"
            }.joined()
    }

    private func text(of matches: Matches) -> String {
        let count = matches.count
        var text = "Matches of \(quoted(matches.pattern))"
        if matches.isPlainText { text += " as plain text, since it is no regular expression" }
        text += ": \(grouped(count))"
        if count > matches.latest.count { text += ", the last \(grouped(matches.latest.count))" }
        text += "\n"
        // Without the folders, which would leave no room for the line.
        let places = matches.latest.map { match in
            let name = match.input.split(separator: "/").last.map(String.init) ?? match.input
            return inputs.count > 1 ? "\(name):\(grouped(match.line))" : grouped(match.line)
        }
        let width = places.map(\.count).max() ?? 0
        for (place, match) in zip(places, matches.latest) {
            text += "  \(right(place, width))  \(shortened(readable(match.text), to: Summary.textWidth))\n"
        }
        return text
    }

    /// Rows of a label, a count, a bar and a remark.
    private func table(heading: String, _ rows: [(count: Int, label: String, remark: String)], above: String = "")
        -> String
    {
        let maximum = rows.map(\.count).max() ?? 0
        let width = grouped(maximum).count
        return heading + "\n" + above
            + rows.map { row in
                let bar = left(bar(row.count, of: maximum, width: Summary.barWidth), Summary.barWidth)
                let line = "  \(row.label)  \(right(grouped(row.count), width))  \(bar)  \(row.remark)"
                return trimmedEnd(line) + "\n"
            }.joined()
    }

    private func trimmedEnd(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}
