#if Server
    import LogReading
    import NIOCore

    /// How often each message came, as far as its shape tells.
    ///
    /// The values of a history share it: lines are added to the newest of them alone, by one thread at a time.
    final class FrequentMessages: @unchecked Sendable {
        /// How many shapes are kept; with a few hundred bytes for each, about a megabyte.
        static let mostShapes = 4_096
        /// How many are sent.
        static let most = 8

        private let counts = MessageCounts(capacity: FrequentMessages.mostShapes)

        /// A line of a stack trace is none of its own.
        func add(_ entry: Entry) {
            if entry.isContinued { return }
            entry.shape.bytes.withUnsafeBytes { counts.add(MessageShape(bytes: $0, hash: entry.shape.hash)) }
        }

        /// The most frequent ones, as browsers get them.
        func event() -> ByteBuffer {
            var data = ByteBuffer(string: "{\"messages\":[")
            for (index, message) in counts.top(FrequentMessages.most).enumerated() {
                data.writeString("\(index > 0 ? "," : ""){\"count\":\(message.count),\"message\":")
                data.writeJSON(message.text)
                data.writeString("}")
            }
            data.writeString("]}")
            return .event("messages", data: data)
        }
    }
#endif
