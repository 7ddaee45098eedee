import LogReading
import Foundation

/// What `--match` looks for: a regular expression, or plain text where the pattern has nothing special in it or is none.
struct Pattern: Sendable {
    let text: String
    private let expression: NSRegularExpression?
    private let plain: [UInt8]
    /// Whether it looks like a regular expression and is none, such as `(`.
    let isPlainText: Bool

    /// Throws a `Failure` for an empty text.
    init(_ text: String) throws {
        guard !text.isEmpty else { throw Failure.usage("--match needs a pattern, not an empty text") }
        self.text = text
        plain = Array(text.utf8)
        let isSpecial = text.contains(where: #"\^$.|?*+()[]{}"#.contains)
        expression = isSpecial ? try? NSRegularExpression(pattern: text) : nil
        isPlainText = isSpecial && expression == nil
    }

    /// Whether `line` contains it.
    func matches(_ line: Line) -> Bool {
        guard let expression else { return plain.withUnsafeBytes { Pattern.contains($0, line.bytes) } }
        let text = line.text
        return expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }

    /// Whether `needle`, which is not empty, is in `text`: memchr finds its first byte, memcmp compares the rest.
    private static func contains(_ needle: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, let needleStart = needle.baseAddress else { return false }
        var offset = 0
        while offset + needle.count <= text.count {
            let searched = text.count - needle.count + 1 - offset
            guard let found = memchr(start + offset, Int32(needle[0]), searched) else { return false }
            if memcmp(found, needleStart, needle.count) == 0 { return true }
            offset = UnsafeRawPointer(found) - start + 1
        }
        return false
    }
}
