#if NATS
    import Foundation
    import MillraceNATS

    /// A client of libnats as libnats' own page shows one, to compare with: see ``PlainLoops``. It has a stream of its own
    /// on the same servers, so that the same faults meet it at the same time.
    ///
    /// It runs in a process of its own, since faults of libnats may damage memory: this program starts itself once more.
    final class PlainClient: @unchecked Sendable {
        static let stream = "P"
        static let durable = "p"

        let history = History()
        private let urls: [String]
        private let period: Int
        private let process = Process()
        private let (input, output) = (Pipe(), Pipe())
        private let isStopping = Flag()

        /// - Parameter period: the milliseconds between two items.
        init(_ cluster: Cluster, period: Int) {
            (urls, self.period) = (cluster.urls.shuffled(), period)
        }

        /// Begins to publish and to consume; the stream is there.
        func start() throws {
            // It may end before it is told to.
            signal(SIGPIPE, SIG_IGN)
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["MillraceNATSTests.PlainLoopsTests"]
            process.environment = ProcessInfo.processInfo.environment.merging([
                PlainLoops.variable: (["\(period)"] + urls).joined(separator: " "), "SWIFT_BACKTRACE": "enable=no",
            ]) { $1 }
            (process.standardInput, process.standardOutput) = (input, output)
            process.standardError = FileHandle.nullDevice
            try process.run()
            Thread.detachNewThread { [self] in read() }
        }

        private func read() {
            var rest = Data()
            while true {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { return }
                rest += data
                while let end = rest.firstIndex(of: 10) {
                    note(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
        }

        private func note(_ line: String) {
            let words = line.split(separator: " ")
            guard words.count > 2, words[0] == "plain:", let number = Int(words[2]) else { return }
            switch words[1] {
            case "published": history.change { $0.published = number + 1 }
            case "acknowledged": history.acknowledge(number, words.count > 3 ? UInt64(words[3]) ?? 0 : 0)
            case "received": history.receive(number, by: .durable)
            default: break
            }
        }

        /// Has it publish nothing new.
        func finishPublishing() {
            isStopping.set()
            try? input.fileHandleForWriting.write(contentsOf: Data("f".utf8))
        }

        /// What became of its messages.
        func judgement(end: Double) -> Judgement { Judgement(history.all, end: end, now: history.now, of: [.durable]) }

        /// Whether all is acknowledged and received, or it has stopped by itself.
        var isDone: Bool {
            if !process.isRunning { return true }
            let all = history.all
            return isStopping.isSet && all.acknowledged.count >= all.published
                && Set(all.received[.durable] ?? []).isSuperset(of: all.acknowledged.map(\.number))
        }

        func stop() {
            try? input.fileHandleForWriting.close()
            let end = Date(timeIntervalSinceNow: 20)
            while process.isRunning, Date() < end { usleep(10_000) }
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        func summary(end: Double) -> String {
            let all = history.all
            let (received, unsent) = (all.received[.durable] ?? [], all.published - all.acknowledged.count)
            let lost = judgement(end: end).lost[.durable]?.count ?? 0
            let signal = process.isRunning ? "" : ", ended by signal \(process.terminationStatus)"
            return "plain libnats: acknowledged \(all.acknowledged.count), lost unnamed \(lost), "
                + "doubled \(received.count - Set(received).count), without an acknowledgement \(unsent)\(signal)"
        }
    }
#endif
