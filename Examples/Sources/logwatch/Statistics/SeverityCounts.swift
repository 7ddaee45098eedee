import LogReading

/// How many lines there are of each severity.
struct SeverityCounts {
    var error = 0
    var warning = 0
    var info = 0
    var debug = 0
    var unknown = 0

    func adding(_ severity: Severity) -> SeverityCounts {
        var counts = self
        switch severity {
        case .error: counts.error += 1
        case .warning: counts.warning += 1
        case .info: counts.info += 1
        case .debug: counts.debug += 1
        case .unknown: counts.unknown += 1
        }
        return counts
    }
}
