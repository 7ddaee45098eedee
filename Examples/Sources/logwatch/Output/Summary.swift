/// What is said about a log in the end, as plain values: for text and for JSON.
struct Summary: Encodable {
    struct Severities: Encodable {
        let error: Int
        let warning: Int
        let info: Int
        let debug: Int
        let unknown: Int
    }

    struct Interval: Encodable {
        /// The time that it begins at, or the number of its first line.
        let start: String
        let lines: Int
        let bytes: Int
        /// Errors and warnings.
        let problems: Int
    }

    /// A time without a line.
    struct Silence: Encodable {
        let from: String
        let to: String
        let seconds: Int
    }

    struct Rates: Encodable {
        /// The length of an interval, in `unit`.
        let length: Int
        let unit: logwatch.Rates.Unit
        /// The first and the last time in the log.
        let from: String?
        let to: String?
        /// All from the first to the last, also those without a line.
        let intervals: [Interval]
        let longestSilence: Silence?
        /// How many lines are in no interval, since nothing says when they were written.
        let untimedLines: Int
    }

    struct Message: Encodable {
        let count: Int
        let text: String
    }

    struct Match: Encodable {
        /// The log that it is in.
        let input: String
        let line: Int
        let text: String
    }

    struct Matches: Encodable {
        let pattern: String
        /// Whether the pattern is no regular expression, so that it was looked for as it stands.
        let isPlainText: Bool
        let count: Int
        /// The last of them.
        let latest: [Match]
    }

    /// What was read.
    let inputs: [String]
    /// Why something was not read.
    let failures: [String]
    let lines: Int
    let bytes: Int
    /// How many lines have bytes that are not UTF-8, and how many bytes those are.
    let invalidLines: Int
    let invalidBytes: Int
    let seconds: Double
    let linesPerSecond: Double
    let bytesPerSecond: Double
    let severities: Severities
    /// How many lines have no severity of their own, since they go on with what the line before them says.
    let continuedLines: Int
    let rates: Rates
    let messages: [Message]
    let distinctMessages: Int
    /// By how much a message's count may be too low, because there were too many different ones to keep.
    let messageCountError: Int
    let matches: Matches?
}
