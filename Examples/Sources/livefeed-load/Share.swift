#if Server
    import Foundation
    import LivefeedServer
    import Metrics

    /// What a client costs without its connection: the difference in memory that many subscriptions make, in a process of
    /// its own.
    enum Share {
        private static let number = 20_000

        static func ofAnotherProcess(_ service: String) throws -> String {
            let process = Process()
            let output = Pipe()
            process.executableURL = Bundle.main.executableURL
            process.arguments = ["--share", service]
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return text.trimmingCharacters(in: .newlines)
        }

        static func measure(_ service: String) async -> String {
            service == "continuations" ? await measure(Continuations()) : await measure(Feed())
        }

        /// Bytes for each client that has got the newest lines, and some that came later.
        private static func measure(_ hub: some Hub) async -> String {
            let clients = Clients(most: .max, metrics: NOOPMetricsHandler.instance)
            let wish = try! Wish(filter: "x")
            for number in 1...History.mostLines { hub.publish(entry(number)) }
            var held: [any Streaming] = []
            held.reserveCapacity(number)
            let before = memory
            for _ in 0..<number {
                let stream = Stream(hub.frames(wish, capacity: 256, for: clients.admit()!))
                await stream.take()
                held.append(stream)
            }
            for line in 1...4 {
                hub.publish(entry(1_000 + line))
                for stream in held { await stream.take() }
            }
            return "\((memory - before) / number) bytes"
        }

        private static let parser = EntryParser()

        private static func entry(_ number: Int) -> Entry {
            Array("line \(number) x".utf8).withUnsafeBytes { parser.entry($0, number: number, time: 0) }
        }

        private static var memory: Int {
            let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            return (Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
        }
    }

    private protocol Streaming {
        func take() async
    }

    /// The box of an iterator, with one allocation more than a service has.
    private final class Stream<Frames: AsyncSequence>: Streaming where Frames.Element: Collection<Frame> {
        private let frames: Frames
        private var iterator: Frames.AsyncIterator

        init(_ frames: Frames) {
            self.frames = frames
            iterator = frames.makeAsyncIterator()
        }

        /// Takes what waits; something does.
        func take() async {
            _ = try? await iterator.next()
        }
    }
#endif
