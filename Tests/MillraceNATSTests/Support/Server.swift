#if NATS
    import Foundation
    import Millrace
    import TestSupport
    import XCTest

    /// A nats-server of the test's own: on a free port of the loopback, with a temporary folder.
    ///
    /// A shell stands between the test and the server. When the test's process ends, however it does, the shell kills
    /// the server.
    final class Server: @unchecked Sendable {
        let port: Int
        let monitoringPort: Int
        let folder: String
        private let executable: String
        private let arguments: [String]
        private let lock = NSLock()
        private var shell: pid_t = 0
        private var pid: Int32 = 0

        var url: String { "nats://127.0.0.1:\(port)" }

        /// The server to test with: `MILLRACE_NATS_SERVER`, or the installed one.
        static let executable: String? = {
            let environment = ProcessInfo.processInfo.environment
            if let named = environment["MILLRACE_NATS_SERVER"], !named.isEmpty { return named }
            let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin"]
            return folders.map { "\($0)/nats-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }()

        /// - Parameters:
        ///   - jetStream: whether the server stores streams.
        ///   - configuration: further lines of its configuration file.
        ///   - folder: where to store; a folder of its own if `nil`.
        init(jetStream: Bool = true, configuration: String = "", folder: String? = nil) throws {
            guard let executable = Server.executable else {
                let text = "nats-server was not found; please install it: apt-get install nats-server"
                if ProcessInfo.processInfo.environment["CI"] != nil { throw ServerError(text) }
                throw XCTSkip(text)
            }
            self.executable = executable
            self.folder = folder ?? NSTemporaryDirectory() + "/millrace-nats-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
            port = try Server.freePort()
            monitoringPort = try Server.freePort()
            var text = "listen: \"127.0.0.1:\(port)\"\nhttp: \"127.0.0.1:\(monitoringPort)\"\n"
            text += "log_file: \"\(self.folder)/log\"\n"
            if jetStream, !configuration.contains("jetstream") {
                text += "jetstream { store_dir: \"\(self.folder)/store\" }\n"
            }
            let file = self.folder + "/server.conf"
            try (text + configuration.replacingOccurrences(of: "FOLDER", with: self.folder))
                .write(toFile: file, atomically: true, encoding: .utf8)
            arguments = ["-c", file]
            try start()
        }

        deinit {
            kill()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Starts the server, and waits until it accepts connections.
        func start() throws {
            let script = """
                "$0" "$@" >/dev/null 2>&1 & server=$!
                echo $server
                (while kill -0 \(getpid()); do sleep 0.5; done; kill -9 $server) >/dev/null 2>&1 & watcher=$!
                wait $server
                kill $watcher
                """
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw ServerError("no pipe") }
            var files = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&files)
            defer { posix_spawn_file_actions_destroy(&files) }
            posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&files, ends[1], 1)
            posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addclose(&files, ends[0])
            posix_spawn_file_actions_addclose(&files, ends[1])
            // The threads of tasks block signals, and a shell without signals does not see that its child has ended.
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
            let words = (["/bin/sh", "-c", script, executable] + arguments).map { strdup($0) } + [nil]
            defer { words.forEach { free($0) } }
            var shell: pid_t = 0
            let error = posix_spawn(&shell, "/bin/sh", &files, &attributes, words, environ)
            close(ends[1])
            guard error == 0 else { throw ServerError("the shell was not started: \(error)") }
            var text = ""
            var byte: UInt8 = 0
            while read(ends[0], &byte, 1) == 1, byte != 10 { text += String(UnicodeScalar(byte)) }
            close(ends[0])
            guard let pid = Int32(text) else { throw ServerError("the server was not started: \(text)") }
            lock.withLock { (self.shell, self.pid) = (shell, pid) }
            let end = Date(timeIntervalSinceNow: 30)
            while !Server.accepts(port) {
                if Date() > end {
                    let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
                    throw ServerError("the server accepts no connection on port \(port): \(log.suffix(2_000))")
                }
                usleep(10_000)
            }
        }

        /// Kills the server, as `kill -9` does.
        func kill() {
            let (shell, pid) = lock.withLock {
                let former = (self.shell, self.pid)
                (self.shell, self.pid) = (0, 0)
                return former
            }
            if pid == 0 { return }
            Foundation.kill(pid, SIGKILL)
            var status: Int32 = 0
            let ended = waitUntil(within: 10) { waitpid(shell, &status, WNOHANG) != 0 }
            if !ended { Foundation.kill(shell, SIGKILL) }
        }

        /// Kills both servers, and starts the other one with what this one has stored, or with a part of it.
        func copyStore(to other: Server, only part: String = "") throws {
            kill()
            other.kill()
            try? FileManager.default.removeItem(atPath: "\(other.folder)/store/\(part)")
            try FileManager.default.copyItem(atPath: "\(folder)/store/\(part)", toPath: "\(other.folder)/store/\(part)")
            try other.start()
        }

        func restart(after seconds: Double = 0) throws {
            kill()
            if seconds > 0 { usleep(UInt32(seconds * 1e6)) }
            try start()
        }

        /// Restarts the server with another configuration.
        func restart(replacing text: String, by other: String) throws {
            kill()
            let file = folder + "/server.conf"
            let configuration = try String(contentsOfFile: file, encoding: .utf8)
            try configuration.replacingOccurrences(of: text, with: other)
                .write(toFile: file, atomically: true, encoding: .utf8)
            try start()
        }

        /// Stops the server's process, so that it neither reads nor answers.
        func freeze() {
            let pid = lock.withLock { self.pid }
            if pid == 0 { return }
            Foundation.kill(pid, SIGSTOP)
            // A thread that is running stops a little later.
            usleep(100_000)
        }

        func thaw() {
            let pid = lock.withLock { self.pid }
            if pid > 0 { Foundation.kill(pid, SIGCONT) }
        }

        /// Asks the server to go, as an operator does.
        func signal(_ number: Int32) {
            let pid = lock.withLock { self.pid }
            if pid > 0 { Foundation.kill(pid, number) }
        }

        /// What the server's monitoring page says, such as `/subsz`.
        func page(_ path: String) -> String {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            guard Server.connect(file, monitoringPort) else { return "" }
            let request = Array("GET \(path) HTTP/1.0\r\n\r\n".utf8)
            _ = write(file, request, request.count)
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(file, &buffer, buffer.count)
                if count <= 0 { break }
                text += buffer[..<count]
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// A number of a monitoring page, such as `num_subscriptions`.
        func number(_ key: String, of path: String) -> Int? {
            let text = page(path)
            guard let place = text.range(of: "\"\(key)\": ") else { return nil }
            return Int(text[place.upperBound...].prefix { $0.isNumber })
        }

        private static func accepts(_ port: Int) -> Bool {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            return connect(file, port)
        }

        private static func address(_ port: Int) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port)).bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            return address
        }

        static func connect(_ file: Int32, _ port: Int) -> Bool {
            var address = address(port)
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Foundation.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }

        static func freePort() throws -> Int {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(file) }
            return try bindToFreePort(file)
        }

        /// The ports that this process has tried.
        private static let tried = Locked(0)
        /// The first of a hundred ports that are this process's own: the one before it stays bound until the end.
        private static let firstPort: Int = {
            for attempt in 0..<220 {
                let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                let port = 10_000 + (Int(getpid()) + attempt) % 220 * 100
                if bind(file, to: port) { return port + 1 }
                close(file)
            }
            return 10_001
        }()

        /// Binds a socket to a port that nobody is likely to take while a server that was killed is away: one that the
        /// system gives to no connection, of a part that other processes with these tests do not use.
        static func bindToFreePort(_ file: Int32) throws -> Int {
            for _ in 0..<100 {
                let number = tried.access { tried in
                    tried += 1
                    return tried
                }
                let port = firstPort + number % 99
                if bind(file, to: port) { return port }
            }
            throw ServerError("no free port")
        }

        private static func bind(_ file: Int32, to port: Int) -> Bool {
            var address = address(port)
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Foundation.bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
    }

    struct ServerError: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
#endif
