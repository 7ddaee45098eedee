#if Server
    import Foundation
    import LogReading

    /// Which lines a client wants.
    struct Filter: Sendable {
        /// No client may have a longer text to look for, in bytes.
        static let longest = 200

        private let text: [UInt8]
        private let least: Severity

        /// - Parameters:
        ///   - text: what a line has to contain, in any case; all lines contain the empty text.
        ///   - least: the name of the severity that a line must have at least; `nil` for all lines.
        /// - Returns: `nil` if the text is too long or the name is none.
        init?(text: String?, least name: String?) {
            let lowered = Array((text ?? "").lowercased().utf8)
            guard lowered.count <= Filter.longest else { return nil }
            guard let least = name.map({ name in Severity.allCases.first { "\($0)" == name } }) ?? .unknown else {
                return nil
            }
            self.text = lowered
            self.least = least
        }

        func wants(_ entry: Entry) -> Bool {
            entry.severity.rawValue <= least.rawValue && entry.searched.contains(text)
        }
    }

    extension [UInt8] {
        /// Whether `part` is somewhere in these bytes. Memory's own search for the first byte, then a comparison.
        fileprivate func contains(_ part: [UInt8]) -> Bool {
            guard let first = part.first else { return true }
            return withUnsafeBytes { all in
                part.withUnsafeBytes { part in
                    var start = 0
                    while start + part.count <= all.count {
                        guard
                            let found = memchr(all.baseAddress! + start, Int32(first), all.count - part.count - start + 1)
                        else { return false }
                        if memcmp(found, part.baseAddress!, part.count) == 0 { return true }
                        start = UnsafeRawPointer(found) - all.baseAddress! + 1
                    }
                    return false
                }
            }
        }
    }
#endif
