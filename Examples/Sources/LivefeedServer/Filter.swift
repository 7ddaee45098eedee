#if Server
    import Foundation
    import LogReading

    /// Which lines a client wants: those that contain all of some words, in any case, none of others, and are severe
    /// enough.
    package struct Filter: Hashable, Sendable {
        /// No client may have a longer filter, in bytes.
        package static let longest = 200
        /// No client may have a filter of more words.
        package static let mostWords = 8

        private let wanted: [[UInt8]]
        private let unwanted: [[UInt8]]
        private let least: Severity

        /// - Parameters:
        ///   - text: words with spaces between them. A line has to contain each of them, except those that begin with
        ///     `-`, which it must not contain. Without a word, every line will do.
        ///   - least: the name of the severity that a line must have at least; `nil` for all lines.
        package init(_ text: String, least: String? = nil) throws(Refusal) {
            guard text.utf8.count <= Filter.longest else {
                throw Refusal("filter must have at most \(Filter.longest) bytes")
            }
            let words = text.lowercased().split(whereSeparator: \.isWhitespace)
            guard words.count <= Filter.mostWords else {
                throw Refusal("filter must have at most \(Filter.mostWords) words")
            }
            guard let severity = least.map({ name in Severity.allCases.first { "\($0)" == name } }) ?? .unknown else {
                throw Refusal("least must be error, warning, info, debug or unknown")
            }
            // A lone "-" is on its way to being typed.
            wanted = words.filter { !$0.hasPrefix("-") }.map { Array($0.utf8) }
            unwanted = words.filter { $0.hasPrefix("-") && $0.utf8.count > 1 }.map { Array($0.utf8.dropFirst()) }
            self.least = severity
        }

        package func wants(_ entry: Entry) -> Bool {
            entry.severity.rawValue <= least.rawValue
                && wanted.allSatisfy { entry.searched.contains($0) }
                && !unwanted.contains { entry.searched.contains($0) }
        }
    }

    extension [UInt8] {
        /// Whether `part`, which is not empty, is somewhere in these bytes: looks for its first byte, then compares.
        fileprivate func contains(_ part: [UInt8]) -> Bool {
            withUnsafeBytes { all in
                part.withUnsafeBytes { part in
                    guard all.count >= part.count, let base = all.baseAddress else { return false }
                    var start = base
                    let end = base + (all.count - part.count + 1)
                    while start < end, let found = memchr(start, Int32(part[0]), end - start) {
                        if memcmp(found, part.baseAddress!, part.count) == 0 { return true }
                        start = UnsafeRawPointer(found) + 1
                    }
                    return false
                }
            }
        }
    }
#endif
