import LogReading

/// How much was read.
struct Totals {
    var lines = 0
    var bytes = 0
    /// Lines with bytes that are not UTF-8, and how many bytes those are.
    var invalidLines = 0
    var invalidBytes = 0

    func adding(_ line: Line) -> Totals {
        var totals = self
        totals.lines += 1
        totals.bytes += line.length
        if line.invalidBytes > 0 {
            totals.invalidLines += 1
            totals.invalidBytes += line.invalidBytes
        }
        return totals
    }
}
