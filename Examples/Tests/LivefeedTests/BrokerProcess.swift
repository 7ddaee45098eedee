#if Brokered
    import Foundation
    import XCTest

    /// A nats-server of a test's own: on a free port of the loopback, with a temporary folder.
    final class BrokerProcess {
        private let executable: String
        private let folder = NSTemporaryDirectory() + "/livefeed-broker-\(UUID().uuidString)"
        private var arguments: [String]
        private var shell: Process?
        private var hold: Pipe?
        private(set) var port = 0
        /// Where other servers of a cluster connect to.
        private var routePort = 0

        var url: String { "nats://127.0.0.1:\(port)" }

        /// Three servers that know of each other.
        static func cluster() throws -> [BrokerProcess] {
            let brokers = try (0..<3).map { _ in try BrokerProcess(jetStream: false, inCluster: true) }
            let routes = brokers.map { "nats://127.0.0.1:\($0.routePort)" }
            for (number, broker) in brokers.enumerated() {
                broker.kill()
                broker.arguments = ["-js", "-sd", broker.folder + "/store", "-n", "broker-\(number)"]
                broker.arguments += ["--cluster_name", "livefeed", "--cluster", routes[number], "--no_advertise"]
                broker.arguments += ["--routes", routes.joined(separator: ",")]
            }
            for broker in brokers { try broker.start() }
            return brokers
        }

        init(jetStream: Bool = true, inCluster: Bool = false) throws {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin"]
            let found = folders.map { "\($0)/nats-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            guard let found else {
                throw XCTSkip("nats-server was not found; please install it: apt-get install nats-server")
            }
            executable = found
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            arguments = jetStream ? ["-js", "-sd", folder + "/store"] : []
            // Any port at first, and the same one from then on.
            let cluster = inCluster ? ["--cluster_name", "livefeed", "--cluster", "nats://127.0.0.1:-1"] : []
            try run(["-p", "-1", "--ports_file_dir", folder] + cluster)
            let isFound = waitUntil {
                let files = (try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? []
                guard let file = files.first(where: { $0.hasSuffix(".ports") }),
                    let text = try? Data(contentsOf: URL(fileURLWithPath: "\(self.folder)/\(file)")),
                    let ports = try? JSONDecoder().decode([String: [URL]].self, from: text),
                    let port = ports["nats"]?.first?.port
                else { return false }
                (self.port, self.routePort) = (port, ports["cluster"]?.first?.port ?? 0)
                return true
            }
            if !isFound { throw TimedOut() }
            try waitForConnections()
        }

        deinit {
            kill()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Starts the server again, with all that it has stored.
        func start() throws {
            try run(["-p", "\(port)"])
            try waitForConnections()
        }

        /// Ends the server as `kill -9` does.
        func kill() {
            try? hold?.fileHandleForWriting.close()
            shell?.waitUntilExit()
            (shell, hold) = (nil, nil)
        }

        /// A shell kills the server when its standard input ends: also when the process of the tests does.
        private func run(_ more: [String]) throws {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let script = #""$0" "$@" >/dev/null 2>&1 & server=$!; cat >/dev/null; kill -9 $server; wait $server"#
            process.arguments = ["-c", script, executable, "-a", "127.0.0.1"] + more + arguments
            process.standardInput = pipe
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            (shell, hold) = (process, pipe)
        }

        private func waitForConnections() throws {
            if !waitUntil({ (try? Connection(port: self.port)) != nil }) { throw TimedOut() }
        }
    }
#endif
