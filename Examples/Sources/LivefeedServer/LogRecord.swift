#if Brokered
    import Foundation
    import LogReading
    import Metrics
    import Millrace
    import MillraceNATS

    /// A line of the log on its way through the broker, from the process that follows the log to those that serve pages.
    struct LogRecord: Codable, Sendable {
        /// Higher by one than the number of the line before, also across restarts of the publisher.
        let number: Int
        /// When the line was read, in milliseconds since 1970; `nil` if it was there when the publisher was started.
        let time: Int?
        let text: String
        /// Where the line was, so that the next publisher goes on behind it.
        let file: FileStatus.Identity?
        let end: Int

        /// No more of a line is published, in bytes: a server takes messages of up to a megabyte.
        static let longest = 1 << 16

        /// A browser gets numbers as JSON, and knows no higher ones.
        private static let numbers = 1..<1 << 53

        /// Whether a publisher can have made this. What says something else would stop it, or hide all later lines.
        fileprivate var isPossible: Bool { LogRecord.numbers.contains(number) && end >= 0 }

        init(_ line: Reading, number: Int) {
            self.number = number
            time = line.time
            // Repairs what is not UTF-8.
            text = String(decoding: line.bytes.prefix(LogRecord.longest), as: UTF8.self)
            file = line.file
            end = line.end
        }

        /// The same for the same line, also if another publisher sends it again. Two lines at the same place, of a log
        /// that was cut in between, have other numbers.
        var id: String {
            "\(number)-\(file.map { "\($0.device).\($0.inode)" } ?? "")-\(end)"
        }
    }

    extension NATS.Coding<LogRecord?> {
        /// JSON; `nil` for what is no line, which somebody else has sent.
        static var line: NATS.Coding<LogRecord?> {
            NATS.Coding(
                encode: { Array(try JSONEncoder().encode($0)) },
                decode: { message in
                    let record = try? JSONDecoder().decode(LogRecord.self, from: Data(message.payload))
                    return record.flatMap { $0.isPossible ? $0 : nil }
                }
            )
        }
    }

    /// The broker, and the stream in which it keeps the lines.
    package struct Broker: Sendable {
        let nats: NATS
        let stream: NATS.Stream
        private let hasReplicas: Bool

        /// What the lines are sent to.
        static let subject = "livefeed.lines"

        /// Connects; throws an error that says why it is not possible. With three URLs or more, a new stream is kept by
        /// three servers, each of which may fail.
        package static func connect(to urls: String) async throws -> Broker {
            var options = NATS.Options()
            options.name = "livefeed"
            // The pages are to go on soon.
            options.reconnectWait = .milliseconds(250)
            options.reconnectJitter = .milliseconds(100)
            options.pingInterval = .seconds(5)
            let nats = try await explained { [options] in try await NATS.connect(urls, options: options) }
            var configuration = NATS.StreamConfiguration(subjects: [subject])
            configuration.maxMessages = 100_000
            configuration.maxBytes = 1 << 28
            let hasReplicas = urls.split(separator: ",").count >= 3
            if hasReplicas { configuration.replicas = 3 }
            return Broker(nats: nats, stream: nats.stream("LIVEFEED", configuration), hasReplicas: hasReplicas)
        }

        /// Makes the stream if there is none. Several servers elect leaders first, which takes them some seconds.
        func prepare() async throws -> NATS.StreamInfo {
            let end = ContinuousClock.now + .seconds(30)
            while true {
                do {
                    return try await stream.prepare()
                } catch let failure as NATS.Failure where hasReplicas && failure.isPassing && .now < end {
                    try await Task.sleep(for: .milliseconds(250))
                }
            }
        }

        /// What the stream is called in messages and on pages.
        package var name: String { "stream \(stream.name)" }

        /// The server's address, without credentials.
        package var address: String { nats.server }

        /// Runs `body`, and makes a message of what the broker says.
        static func explained<Value>(_ body: () async throws -> Value) async throws -> Value {
            do {
                return try await body()
            } catch let failure as NATS.Failure {
                throw Failure(failure.description)
            }
        }

        /// Says in the metrics whether the broker is connected.
        func observe(in metrics: any MetricsFactory) -> Disposable {
            let gauge = Gauge(label: "livefeed.broker", factory: metrics)
            return nats.status.subscribe(onNext: { status in
                if case .connected = status { gauge.record(1) } else { gauge.record(0) }
            })
        }
    }

    extension NATS.Failure {
        /// Whether servers that have no leader say this.
        fileprivate var isPassing: Bool {
            switch kind {
            case .noJetStream, .noResponders, .timeout, .refused: true
            default: false
            }
        }
    }
#endif
