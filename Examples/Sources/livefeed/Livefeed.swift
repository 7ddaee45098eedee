#if Server
    import ArgumentParser
    import Foundation
    import Hummingbird
    import LogReading
    import Logging
    import Metrics
    import ServiceLifecycle

    @main
    struct Livefeed: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "livefeed",
            abstract: "Serves a page that shows a log live: rates, severities, the newest lines."
        )

        @Argument(help: "The log to follow. Without it, the log that was written to last.")
        var file: String?

        @Option(help: ArgumentHelp("Where to look for the log that was written to last.", valueName: "path"))
        var directory = "/var/log"

        @Option(help: ArgumentHelp("The address to listen on. Others than this machine's own show the log to others.", valueName: "address"))
        var host = "127.0.0.1"

        @Option(help: ArgumentHelp("The port to listen on; 0 for any.", valueName: "number"))
        var port = 8_080

        @Option(help: ArgumentHelp("How many browsers may be connected at a time.", valueName: "n"))
        var clients = 1_000

        @Option(help: ArgumentHelp("How many lines may wait for a slow browser; it loses the oldest.", valueName: "n"))
        var capacity = 256

        @Option(help: ArgumentHelp("How long a stop may take, in seconds.", valueName: "seconds"))
        var deadline = 5

        @Flag(help: .hidden)
        var continuations = false

        func validate() throws {
            guard 0...65_535 ~= port else { throw ValidationError("--port must be from 0 to 65535, not \(port)") }
            for (name, number) in [("clients", clients), ("capacity", capacity), ("deadline", deadline)] where number < 1 {
                throw ValidationError("--\(name) must be at least 1, not \(number)")
            }
        }

        func run() async throws {
            let path: String
            do { path = try file ?? NewestLog.path(in: directory) } catch let failure as Failure {
                throw ValidationError(failure.message)
            }
            let metrics = TextMetrics()
            MetricsSystem.bootstrap(metrics)
            if continuations { try await serve(path, Continuations(), metrics) } else { try await serve(path, Feed(), metrics) }
        }

        private func serve(_ path: String, _ hub: some Hub, _ metrics: TextMetrics) async throws {
            var logger = Logger(label: "livefeed")
            logger.logLevel = .notice
            let site = Site(hub: hub, clients: Clients(most: clients), capacity: capacity, metrics: metrics)
            let application = Application(
                router: site.router(),
                configuration: .init(address: .hostname(host, port: port), serverName: nil),
                onServerRunning: { channel in
                    let port = channel.localAddress?.port ?? 0
                    print("\(printable(path)) is shown at http://\(host):\(port)/")
                    fflush(nil)
                },
                logger: logger
            )
            // What comes last is stopped first: the streams end before the server does.
            var configuration = ServiceGroupConfiguration(
                services: [application, Follower(path: path, hub: hub)],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
            configuration.maximumGracefulShutdownDuration = .seconds(deadline)
            configuration.maximumCancellationDuration = .seconds(deadline)
            try await ServiceGroup(configuration: configuration).run()
        }
    }
#else
    @main
    enum Livefeed {
        static func main() {
            print("livefeed needs the trait Server: make livefeed, or swift run --traits Server livefeed")
        }
    }
#endif
