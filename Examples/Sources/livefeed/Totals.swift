#if Server
    import LogReading
    import NIOCore

    /// How many lines of each severity have come since the program was started.
    struct Totals: Sendable {
        private(set) var counts = [Int](repeating: 0, count: Severity.allCases.count)

        mutating func add(_ severity: Severity) {
            counts[severity.rawValue] += 1
        }

        /// The counts as browsers get them, once a second. A browser takes the difference of two for a rate.
        func frame(time: Int) -> ByteBuffer {
            let counts = Severity.allCases.map { "\"\($0)\":\(self.counts[$0.rawValue])" }.joined(separator: ",")
            return .event("totals", data: ByteBuffer(string: "{\"time\":\(time),\"counts\":{\(counts)}}"))
        }
    }
#endif
