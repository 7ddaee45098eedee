#if Server
    import ArgumentParser
    import Foundation
    import Hummingbird
    import HummingbirdCore
    import LivefeedServer
    import LogReading
    import Logging
    import Metrics
    import Millrace
    import NIOConcurrencyHelpers
    import NIOCore
    import ServiceLifecycle

    @main
    struct Livefeed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "livefeed",
            abstract: "Serves a page that shows a log live: rates, severities, the newest lines."
        )

        @Option(
            help: ArgumentHelp(
                "The log to follow; - for standard input. Without it, the log that was written to last.",
                valueName: "file"
            )
        )
        var log: String?

        @Option(help: ArgumentHelp("Where to look for the log that was written to last.", valueName: "path"))
        var directory = "/var/log"

        @Option(
            help: ArgumentHelp(
                "The address to listen on. Any but this machine's own shows the log to whoever can reach it.",
                valueName: "address"
            )
        )
        var host = "127.0.0.1"

        @Option(help: ArgumentHelp("The port to listen on; 0 for any.", valueName: "number"))
        var port = 8_080

        @Option(help: ArgumentHelp("How many streams there may be at a time.", valueName: "n"))
        var clients = 1_000

        @Option(
            help: ArgumentHelp(
                "How many lines may wait for a client that reads slowly.",
                valueName: "n"
            )
        )
        var capacity = 256

        @Option(
            help: ArgumentHelp(
                "How long a stop may take, in seconds. Whoever has not read everything by then is cut off.",
                valueName: "seconds"
            )
        )
        var deadline = 5

        @Option(
            help: ArgumentHelp(
                "A client that takes nothing of what is sent to it for so many seconds is disconnected.",
                valueName: "seconds"
            )
        )
        var stall = 30

        #if Brokered
            @Option(
                help: ArgumentHelp(
                    "Serve no page: publish the log's lines over the NATS server at this URL, with JetStream, or over "
                        + "three servers, with commas between their URLs.",
                    valueName: "urls"
                )
            )
            var publish: String?

            @Option(
                help: ArgumentHelp(
                    "Follow no log: serve the lines that another livefeed publishes over the NATS server or servers at these "
                        + "URLs.",
                    valueName: "urls"
                )
            )
            var subscribe: String?
        #endif

        @Flag(help: "Stop when the log ends, as standard input can, instead of showing it further.")
        var endsWithLog = false

        @Flag(help: "Show this server's own streams at /streams/; on this machine only.")
        var inspector = false

        @Flag(help: .hidden)
        var continuations = false

        func validate() throws {
            guard 0...65_535 ~= port else { throw ValidationError("--port must be from 0 to 65535, not \(port)") }
            for (name, number, least) in [
                ("clients", clients, 1), ("capacity", capacity, 1), ("deadline", deadline, 1),
                ("stall", stall, 1),
            ]
            where number < least {
                throw ValidationError("--\(name) must be at least \(least), not \(number)")
            }
            if inspector, hosts == nil {
                throw ValidationError("--inspector shows the program's insides, so --host must be this machine's own")
            }
            #if Brokered
                if publish != nil, subscribe != nil {
                    throw ValidationError("--publish and --subscribe are for different processes")
                }
            #endif
        }

        func run() async throws {
            let metrics = TextMetrics()
            MetricsSystem.bootstrap(metrics)
            if inspector { Hooks.recordSubscriptions = true }
            do {
                #if Brokered
                    if let publish { return try await publishLog(to: publish, metrics) }
                    if let subscribe { return try await serveStream(from: subscribe, metrics) }
                #endif
                if continuations {
                    try await serveLog(Continuations(), metrics)
                } else {
                    try await serveLog(Feed(), metrics)
                }
            } catch let failure as Failure {
                throw Complaint(failure.message)
            }
        }

        /// The log that was asked for.
        private func openLog() throws -> LogFile {
            log == "-" ? .standardInput : try LogFile(path: log ?? NewestLog.path(in: directory))
        }

        private func serveLog(_ hub: some Hub, _ metrics: TextMetrics) async throws {
            let file = try openLog()
            let follower = Follower(file, endsWithLog: endsWithLog, hub: hub, metrics: metrics)
            try await serve(file.name, hub, fedBy: follower, metrics)
        }

        #if Brokered
            private func serveStream(from urls: String, _ metrics: TextMetrics) async throws {
                let broker = try await Broker.connect(to: urls)
                let hub = Feed()
                let subscriber = Subscriber(to: broker, hub: hub, metrics: metrics)
                // All servers of the stream number its lines alike.
                try await serve(
                    broker.name,
                    numbering: broker.name,
                    hub,
                    fedBy: subscriber,
                    readyAfter: { try await subscriber.load() },
                    metrics
                )
            }

            private func publishLog(to urls: String, _ metrics: TextMetrics) async throws {
                let file = try openLog()
                let broker = try await Broker.connect(to: urls)
                say("\(file.name) is published as \(broker.name) at \(broker.address)")
                let publisher = Publisher(file, endsWithLog: endsWithLog, to: broker, metrics: metrics)
                let stop = Stopping()
                try await run([publisher, stop])
                let (read, published) = (
                    metrics.total("livefeed.lines.elements"), metrics.total("livefeed.published.elements")
                )
                say("Stopped\(stop.time); lines: \(grouped(read)) read, \(grouped(published)) published")
            }
        #endif

        private func serve(
            _ name: String,
            numbering: String? = nil,
            _ hub: some Hub,
            fedBy source: any Service,
            readyAfter load: @escaping @Sendable () async throws -> Void = {},
            _ metrics: TextMetrics
        ) async throws {
            let clients = Clients(most: clients, metrics: metrics)
            let site = Site(
                log: name,
                numbering: numbering,
                hub: hub,
                clients: clients,
                capacity: capacity,
                metrics: metrics,
                hosts: hosts,
                inspects: inspector
            )
            let limit = TimeAmount.seconds(Int64(stall))
            let application = Application(
                router: site.router(),
                server: .http1(
                    configuration: .init(
                        additionalChannelHandlers: [BoundedBuffers(), StallGuard(limit: limit)],
                        // A connection that asks for nothing has a place, too.
                        idleTimeout: limit
                    )
                ),
                configuration: .init(
                    address: .hostname(host, port: port),
                    serverName: nil,
                    // Some more than streams, for the page and the metrics.
                    availableConnectionsDelegate: MaximumAvailableConnections(self.clients + 64)
                ),
                onServerRunning: { channel in
                    let port = channel.localAddress?.port ?? 0
                    say("\(name) is shown at http://\(host.contains(":") ? "[\(host)]" : host):\(port)/")
                },
                logger: logger
            )
            let stop = Stopping()
            // What comes last is stopped first: the streams end before the server does.
            try await run([Delayed(service: application, load: load), source, stop])
            let counts = ["sent", "delivered", "dropped"].map { "\(grouped(metrics.total("livefeed.\($0)"))) \($0)" }
            say("Stopped\(stop.time); streams left: \(clients.number); frames: \(counts.joined(separator: ", "))")
        }

        /// Runs services until they are to stop, and cuts them off at the deadline. The end of the source is a reason, too.
        private func run(_ services: [any Service]) async throws {
            var configuration = ServiceGroupConfiguration(
                services: services.map {
                    .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)
                },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
            // Cutting off takes some of the time, too.
            configuration.maximumGracefulShutdownDuration = .milliseconds(deadline * 800)
            configuration.maximumCancellationDuration = .seconds(deadline)
            do {
                try await ServiceGroup(configuration: configuration).run()
            } catch let error as NIOCore.IOError {
                throw Complaint("\(host):\(port): \(String(cString: strerror(error.errnoCode)))")
            } catch is CancellationError {
                // The deadline.
            }
        }

        private var logger: Logger {
            var logger = Logger(label: "livefeed")
            logger.logLevel = .error
            return logger
        }

        /// What browsers may call this server by. On the loopback, its names; others can only be a trick.
        private var hosts: Set<String>? {
            let own: Set = ["127.0.0.1", "localhost", "[::1]"]
            return own.contains(host) || host == "::1" ? own : nil
        }
    }

    /// A service that begins when something has been done.
    private struct Delayed: Service {
        let service: any Service
        let load: @Sendable () async throws -> Void

        func run() async throws {
            do {
                try await cancelWhenGracefulShutdown { try await load() }
            } catch is CancellationError {
                return
            }
            try await service.run()
        }
    }

    /// Tells how long a stop took.
    private final class Stopping: Service {
        private let start = NIOLockedValueBox<ContinuousClock.Instant?>(nil)

        func run() async throws {
            try? await gracefulShutdown()
            start.withLockedValue { $0 = .now }
        }

        var time: String {
            guard let start = start.withLockedValue({ $0 }) else { return "" }
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            return " in \(Int(milliseconds.rounded())) ms"
        }
    }

    /// What goes wrong, as one line without the usage.
    private struct Complaint: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Prints a line, now.
    private func say(_ line: String) {
        print(line)
        fflush(nil)
    }
#else
    @main
    enum Livefeed {
        static func main() {
            print("livefeed needs the trait Server: make livefeed, or swift run --traits Server livefeed")
        }
    }
#endif
