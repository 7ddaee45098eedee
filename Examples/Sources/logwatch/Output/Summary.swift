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

    struct Rates: Encodable {
        enum Unit: String, Encodable {
            case seconds, lines
        }

        /// The length of an interval, in `unit`.
        let length: Int
        let unit: Unit
        /// The first and the last time in the log.
        let from: String?
        let to: String?
        /// Those with lines in them, in order.
        let intervals: [Interval]
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
    let rates: Rates
    let messages: [Message]
    let distinctMessages: Int
    /// By how much a message's count may be too low, because there were too many different ones to keep.
    let messageCountError: Int
    let matches: Matches?
}
