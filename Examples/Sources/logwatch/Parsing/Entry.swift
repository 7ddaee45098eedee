import LogReading

/// A line and what was found in it.
struct Entry {
    let line: Line
    let info: LineInfo
    /// Whether it goes on with what the line before it says, as a stack trace does.
    let isContinued: Bool
}

/// Makes entries of lines. For one thread: the one that emits the lines.
final class Parser: @unchecked Sendable {
    private var records = Records()
    private var log = 0
    /// Of logs that are followed beside this one.
    private var others: [Int: Records] = [:]

    func entry(of line: Line) -> Entry {
        if line.log != log {
            others[log] = records
            records = others[line.log] ?? Records()
            log = line.log
        }
        let info = LineInfo(line.bytes)
        return Entry(line: line, info: info, isContinued: records.continues(info))
    }
}
