import Foundation

/// What became of one scenario.
struct Outcome: Codable {
    enum Result: String, Codable {
        case passed
        case failed
        /// No round was finished before the interruption.
        case interrupted
    }

    var scenario: String
    var checks: String
    var seconds: Double
    var rounds: Int
    var operations: Int
    /// Bytes in memory at the end less those after the first round.
    var residentGrowth: Int
    var result: Result
    /// What was wrong, in one line each.
    var failures: [String]

    var operationsPerSecond: Double { seconds > 0 ? Double(operations) / seconds : 0 }

    static let heading = "scenario               rounds  operations/s  memory  result  what is checked"

    var line: String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let memory = String(format: "%+.1f MB", Double(residentGrowth) / 1e6)
        return scenario.padding(toLength: 20, withPad: " ", startingAt: 0)
            + right("\(rounds)", 9) + right(String(format: "%.0f", operationsPerSecond), 14) + right(memory, 9)
            + "  " + (result == .failed ? "FAILED" : result.rawValue) + "  " + checks
    }
}

/// What `--json` writes.
struct Report: Codable {
    var date: String
    var seed: UInt64
    var threads: Int
    var processors: Int
    var system: String
    var optimized: Bool
    var threadSanitizer: Bool
    var interrupted: Bool
    var outcomes: [Outcome]

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(self)
        data.append(contentsOf: "\n".utf8)
        try data.write(to: URL(fileURLWithPath: path))
    }
}
