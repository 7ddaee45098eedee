#if NATS
    /// What the server says when it does not permit something:
    /// `Permissions Violation for Publish to "orders.new"`, or `for Subscription to "_INBOX.x.*"`.
    ///
    /// The server sends it in place of every answer, so what waits for an answer has to look whether it is meant.
    struct Denial: Sendable {
        /// The server's words; libnats keeps about 250 bytes of them.
        let words: String

        private static let longest = 240

        /// Whether the words name this subject.
        func concerns(_ subject: String) -> Bool {
            guard let named else { return false }
            let quoted = "\"\(Denial.escaped(subject))\""
            return named.hasPrefix(quoted) || words.utf8.count > Denial.longest && quoted.hasPrefix(named)
        }

        /// Whether the words name a subject that begins with this text.
        func concerns(prefix: String) -> Bool { named?.hasPrefix("\"\(prefix)") ?? false }

        /// From the first quotation mark on.
        private var named: Substring? { words.firstIndex(of: "\"").map { words[$0...] } }

        /// As the server writes a subject between quotation marks.
        private static func escaped(_ subject: String) -> String {
            if !subject.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                return subject
            }
            return String(subject.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
        }
    }
#endif
