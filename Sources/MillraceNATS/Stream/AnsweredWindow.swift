#if NATS
    /// Which of the latest messages of a stream have been answered for good.
    ///
    /// A message is known by its number and its time: a server that has lost messages gives their numbers again.
    struct AnsweredWindow {
        private var marks: [UInt32]

        /// - Parameter size: how many numbers back a message is known.
        init(size: Int) {
            marks = Array(repeating: 0, count: size)
        }

        private func place(_ origin: StreamOrigin) -> Int { Int(origin.sequence % UInt64(marks.count)) }

        /// Never 0, which marks nothing.
        private func mark(_ origin: StreamOrigin) -> UInt32 {
            var hash = origin.sequence &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: origin.time)
            hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
            return UInt32(truncatingIfNeeded: hash >> 32) | 1
        }

        mutating func insert(_ origin: StreamOrigin) {
            marks[place(origin)] = mark(origin)
        }

        func contains(_ origin: StreamOrigin) -> Bool {
            marks[place(origin)] == mark(origin)
        }
    }
#endif
