import LogReading

/// A line and what was found in it.
struct Entry {
    let line: Line
    let timestamp: Timestamp?
    let severity: Severity

    init(_ line: Line) {
        self.line = line
        timestamp = Timestamp(in: line.bytes)
        severity = Severity(of: line.bytes, from: timestamp?.range.upperBound ?? 0)
    }
}
