import LogReading

/// How much was read.
struct Totals {
    var lines = 0
    var bytes = 0

    func adding(_ line: Line) -> Totals {
        Totals(lines: lines + 1, bytes: bytes + line.length)
    }
}
