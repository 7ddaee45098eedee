import LogReading

extension Summary {
    private static let barWidth = 30
    private static let textWidth = 100

    /// For people: a few blocks, each with a heading.
    func text(top: Int) -> String {
        var blocks = [totalsText, severitiesText, ratesText(top: top), messagesText]
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
        let counts = [
            ("error", severities.error), ("warning", severities.warning), ("info", severities.info),
            ("debug", severities.debug), ("not said", severities.unknown),
        ]
        return table(heading: "Severity", counts.map { ($0.1, left($0.0, 8), "") })
    }

    private func ratesText(top: Int) -> String {
        guard !rates.intervals.isEmpty else { return "" }
        let busiest = rates.intervals.enumerated()
            .sorted { ($0.element.lines, $1.offset) > ($1.element.lines, $0.offset) }
            .prefix(top)
            .sorted { $0.offset < $1.offset }
            .map(\.element)
        let rows = busiest.map { interval in
            let start = rates.unit == .lines ? "from line \(right(interval.start, 9))" : interval.start
            let problems = interval.problems > 0 ? "\(grouped(interval.problems)) with errors or warnings" : ""
            return (interval.lines, start, problems)
        }
        let count = rates.intervals.count
        let mean = fixed(Double(lines) / Double(count), digits: 1)
        var heading = "Lines in each \(grouped(rates.length)) \(rates.unit == .lines ? "lines" : "s")"
        if rates.unit == .seconds {
            heading =
                "Lines in \(grouped(rates.length)) s: \(mean) on average over \(grouped(count)) intervals with any"
        }
        if count > top { heading += "; the \(grouped(top)) busiest" }
        let span = rates.from.flatMap { from in rates.to.map { "  \(from) to \($0)\n" } } ?? ""
        return table(heading: heading, rows, above: span)
    }

    private var messagesText: String {
        guard !messages.isEmpty else { return "" }
        let among =
            messageCountError > 0
            ? "of very many, counts up to \(grouped(messageCountError)) too low" : "of \(grouped(distinctMessages))"
        let width = grouped(messages[0].count).count
        return "Most frequent messages (\(among))\n"
            + messages.map { message in
                "  \(right(grouped(message.count), width))  \(shortened(message.text, to: Summary.textWidth))\n"
            }.joined()
    }

    private func text(of matches: Matches) -> String {
        let count = matches.count
        var text = "Matches of \(quoted(matches.pattern)): \(grouped(count))"
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
