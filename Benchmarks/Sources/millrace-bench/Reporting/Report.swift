import Foundation

/// What `--json` writes.
struct Report: Codable {
    var date: String
    var repetitions: Int
    /// In how many processes; 0 if in the one that reports.
    var passes: Int
    var quick: Bool
    var processors: Int
    var system: String
    var rows: [Row]

    init(rows: [Row], repetitions: Int, passes: Int, quick: Bool) {
        date = ISO8601DateFormatter().string(from: Date())
        self.repetitions = repetitions
        self.passes = passes
        self.quick = quick
        processors = ProcessInfo.processInfo.activeProcessorCount
        system = ProcessInfo.processInfo.operatingSystemVersionString
        self.rows = rows
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(self)
        data.append(contentsOf: "\n".utf8)
        try data.write(to: URL(fileURLWithPath: path))
    }
}
