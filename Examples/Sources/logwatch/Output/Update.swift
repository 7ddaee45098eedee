import LogReading
import Foundation

/// What came into a followed log since the last update.
struct Update: Encodable {
    /// How much there was at one moment.
    struct Snapshot: Equatable {
        var lines = 0
        var errors = 0
        var warnings = 0
        var matches: Int?
    }

    let time: String
    let newLines: Int
    let lines: Int
    let errors: Int
    let warnings: Int
    let matches: Int?

    init(from old: Snapshot, to new: Snapshot, at date: Date = Date()) {
        time = Update.clock(date)
        newLines = new.lines - old.lines
        lines = new.lines
        errors = new.errors - old.errors
        warnings = new.warnings - old.warnings
        matches = new.matches.map { $0 - (old.matches ?? 0) }
    }

    var text: String {
        var parts = ["\(time)  +\(counted(newLines, "line")) (\(grouped(lines)) in all)"]
        if errors > 0 { parts.append(counted(errors, "error")) }
        if warnings > 0 { parts.append(counted(warnings, "warning")) }
        if let matches, matches > 0 { parts.append(counted(matches, "match", plural: "matches")) }
        return parts.joined(separator: ", ") + "\n"
    }

    /// One JSON object on one line.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// The time of day where the program runs.
    private static func clock(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    }
}

extension Update.Snapshot {
    init(_ findings: Findings) {
        lines = findings.totals.lines
        errors = findings.severities.error
        warnings = findings.severities.warning
        matches = findings.matches?.count
    }
}
