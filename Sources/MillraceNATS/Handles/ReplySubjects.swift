#if NATS
    /// Subjects for the replies to messages with numbers: a prefix, a dot and the number. All are made in one place.
    struct ReplySubjects {
        private var text: [CChar]
        private let start: Int

        init(_ prefix: String) {
            text = prefix.utf8.map { CChar(bitPattern: $0) } + [46]
            start = text.count
            text += Array(repeating: 0, count: 20)
        }

        /// - Parameter number: at least 0.
        mutating func withReply<Result>(
            to number: Int,
            _ body: (UnsafePointer<CChar>) throws -> Result
        ) rethrows -> Result {
            var (end, rest) = (start, number)
            repeat {
                (end, rest) = (end + 1, rest / 10)
            } while rest > 0
            text[end] = 0
            rest = number
            for place in (start..<end).reversed() {
                text[place] = CChar(48 + rest % 10)
                rest /= 10
            }
            return try text.withUnsafeBufferPointer { try body($0.baseAddress!) }
        }
    }
#endif
