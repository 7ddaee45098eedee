import Foundation
import XCTest

/// Runs the built `logwatch` and says what came of it.
struct Program {
    struct Outcome {
        let output: String
        let errors: String
        let status: Int32
        let reason: Process.TerminationReason

        /// The lines on standard error.
        var errorLines: [String] {
            errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// How long a run may take, in seconds, before the test fails.
    static let patience = 60.0

    static var executable: URL {
        #if os(macOS)
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        #else
            let tests = Bundle.main.executableURL!
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent("logwatch")
    }

    /// Runs `logwatch` to its end.
    ///
    /// - Parameters:
    ///   - input: what is piped into it; without it, standard input is `/dev/null`.
    static func run(_ arguments: String..., input: Data? = nil) throws -> Outcome {
        let program = try RunningProgram(arguments, pipedInput: input != nil)
        if let input { program.write(input) }
        return try program.outcome()
    }

    /// Runs a line of shell in which `$LOGWATCH` is the program.
    static func shell(_ script: String) throws -> Outcome {
        try RunningProgram(executable: URL(fileURLWithPath: "/bin/bash"), ["-c", script]).outcome()
    }

    /// Runs `logwatch --json` to its end, and decodes the summary.
    static func summary(_ arguments: String..., input: Data? = nil) throws -> DecodedSummary {
        let program = try RunningProgram(arguments + ["--json"], pipedInput: input != nil)
        if let input { program.write(input) }
        let outcome = try program.outcome()
        XCTAssertEqual(outcome.errors, "")
        XCTAssertEqual(outcome.status, 0)
        return try JSONDecoder().decode(DecodedSummary.self, from: Data(outcome.output.utf8))
    }

    /// The summary of a log with this text.
    static func summary(of text: String, _ arguments: String...) throws -> DecodedSummary {
        let program = try RunningProgram(["-", "--json"] + arguments, pipedInput: true)
        program.write(Data(text.utf8))
        let outcome = try program.outcome()
        XCTAssertEqual(outcome.errors, "")
        XCTAssertEqual(outcome.status, 0)
        return try JSONDecoder().decode(DecodedSummary.self, from: Data(outcome.output.utf8))
    }
}

/// The summary as `--json` writes it.
struct DecodedSummary: Decodable {
    struct Interval: Decodable, Equatable {
        let start: String
        let lines: Int
        let bytes: Int
        let problems: Int
    }

    struct Silence: Decodable, Equatable {
        let from: String
        let to: String
        let seconds: Int
    }

    struct Rates: Decodable {
        let length: Int
        let unit: String
        let from: String?
        let to: String?
        let intervals: [Interval]
        let longestSilence: Silence?
        let untimedLines: Int
    }

    struct Message: Decodable, Equatable {
        let count: Int
        let text: String
    }

    struct Match: Decodable, Equatable {
        var input = "standard input"
        let line: Int
        let text: String
    }

    struct Matches: Decodable {
        let pattern: String
        let isPlainText: Bool
        let count: Int
        let latest: [Match]
    }

    let inputs: [String]
    let failures: [String]
    let lines: Int
    let bytes: Int
    let invalidLines: Int
    let invalidBytes: Int
    let linesPerSecond: Double
    let bytesPerSecond: Double
    let severities: [String: Int]
    let continuedLines: Int
    let rates: Rates
    let messages: [Message]
    let distinctMessages: Int
    let messageCountError: Int
    let matches: Matches?
}
