#if Server
    import Foundation
    import LogReading
    import NIOCore

    /// How many lines of each severity have come since the program was started.
    struct Totals: Sendable {
        private(set) var counts = [Int](repeating: 0, count: Severity.allCases.count)

        /// Lines that were there before are not counted, or the first second would have a rate that never was.
        mutating func add(_ entry: Entry) {
            if !entry.isPast { counts[entry.severity.rawValue] += 1 }
        }

        /// The counts as browsers get them, once a second. A browser takes the difference of two for a rate.
        ///
        /// - Parameters:
        ///   - number: counted from 0.
        ///   - time: in milliseconds since 1970.
        func frame(number: Int, time: Int) -> Frame {
            let counts = Severity.allCases.map { "\"\($0)\":\(self.counts[$0.rawValue])" }.joined(separator: ",")
            return Frame(.event("totals", data: "{\"number\":\(number),\"time\":\(time),\"counts\":{\(counts)}}"))
        }
    }

    /// The time in milliseconds since 1970.
    func milliseconds(_ time: Date) -> Int {
        Int(time.timeIntervalSince1970 * 1_000)
    }
#endif
