#if Brokered
    import Foundation

    /// Reads a stream of lines as a page does: when it is lost, it connects again with the number of the last line.
    final class Browser {
        /// All lines that have come.
        private(set) var lines: [String] = []
        /// Numbers that were not higher than those before.
        private(set) var repetitions: [Int] = []
        /// Where to connect to next.
        var port: Int
        private var last = 0
        private var connection: Connection?

        /// Connects, so that it gets all that comes from now on.
        init(_ port: Int) throws {
            self.port = port
            try connect()
            try connection!.readUntil("event: hello")
        }

        private func connect() throws {
            connection = try Connection(port: port)
            connection?.ask(for: "/events?after=\(last)")
        }

        /// Reads until there are so many lines, for so many seconds at most.
        func read(_ count: Int, within seconds: Double = patience) throws {
            let deadline = Date() + seconds
            while lines.count < count {
                if Date() > deadline { throw TimedOut() }
                do {
                    if connection == nil { try connect() }
                    try take(connection!.takeLines())
                } catch is Connection.Closed {
                    connection = nil
                    usleep(20_000)
                }
            }
        }

        private func take(_ lines: [String]) throws {
            for line in lines {
                if line.hasPrefix("id: "), let number = Int(line.dropFirst(4)) {
                    if number <= last { repetitions.append(number) }
                    last = number
                } else if let text = line.range(of: "\"text\":\"") {
                    self.lines.append(String(line[text.upperBound...].dropLast(2)))
                }
            }
        }
    }
#endif
