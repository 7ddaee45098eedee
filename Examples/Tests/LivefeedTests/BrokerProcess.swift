#if Brokered
    import Foundation
    import XCTest

    /// A nats-server of a test's own: on a free port of the loopback, with a temporary folder.
    final class BrokerProcess {
        private let executable: String
        private let folder = NSTemporaryDirectory() + "/livefeed-broker-\(UUID().uuidString)"
        private let arguments: [String]
        private var shell: Process?
        private var hold: Pipe?
        private(set) var port = 0

        var url: String { "nats://127.0.0.1:\(port)" }

        init(jetStream: Bool = true) throws {
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
            try run(["-p", "-1", "--ports_file_dir", folder])
            let isFound = waitUntil {
                let files = (try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? []
                guard let file = files.first(where: { $0.hasSuffix(".ports") }),
                    let text = try? String(contentsOfFile: "\(self.folder)/\(file)", encoding: .utf8),
                    let port = text.split(separator: ":").last.flatMap({ Int($0.prefix { $0.isNumber }) })
                else { return false }
                self.port = port
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
