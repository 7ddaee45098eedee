import LogReading

/// How many lines there are of each severity.
struct SeverityCounts {
    var error = 0
    var warning = 0
    var info = 0
    var debug = 0
    var unknown = 0
    /// Lines that go on with what the line before them says.
    var continued = 0

    func adding(_ entry: Entry) -> SeverityCounts {
        var counts = self
        if entry.isContinued {
            counts.continued += 1
            return counts
        }
        switch entry.info.severity {
        case .error: counts.error += 1
        case .warning: counts.warning += 1
        case .info: counts.info += 1
        case .debug: counts.debug += 1
        case .unknown: counts.unknown += 1
        }
        return counts
    }
}
