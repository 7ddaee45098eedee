/// Tells which lines of a log belong to the line before them, such as those of a stack trace.
///
/// A line without a time belongs to the one before it if it is indented, or begins as a part of a stack trace does; or if
/// the one before it has a time and the line does not begin with a severity either.
package struct Records {
    /// How far from the start of a line its severity is looked for. An exception may tell of one behind its name.
    private static let searchedBytes = 12

    private var hasHead = false
    private var headHasTime = false

    package init() {}

    /// Whether `line`, which follows those of earlier calls, goes on with what they say.
    package mutating func continues(_ line: LineInfo) -> Bool {
        if hasHead, line.timestamp == nil, case .text = line.form {
            if Records.isIndented(line.bytes) { return true }
            let start = UnsafeRawBufferPointer(rebasing: line.bytes.prefix(Records.searchedBytes))
            if headHasTime, Severity(of: start, from: 0) == .unknown { return true }
        }
        hasHead = true
        headHasTime = line.timestamp != nil
        return false
    }

    private static func isIndented(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let first = line.first else { return false }
        return first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") || line.starts(with: "Caused by: ".utf8)
            || line.starts(with: "Traceback (most recent call last)".utf8)
    }
}
