import LogReading

/// A line and what was found in it.
struct Entry {
    let line: Line
    let info: LineInfo

    init(_ line: Line) {
        self.line = line
        info = LineInfo(line.bytes)
    }
}
