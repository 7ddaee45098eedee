#if Server
    import Foundation

    /// A livefeed of a run's own, which reads its log from a pipe.
    // Written to by one task at a time.
    final class Server: @unchecked Sendable {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        let port: Int

        init(_ service: Service, clients: Int, deadline: Int) throws {
            process.executableURL = Server.folder.appendingPathComponent("livefeed")
            process.arguments =
                [
                    "--log", "-", "--port", "0", "--clients", "\(clients)", "--deadline", "\(deadline)", "--capacity",
                    "256", "--stall", "3600", "--ends-with-log",
                ]
                + (service == .continuations ? ["--continuations"] : [])
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            let line = Server.line(output)
            guard let port = line.split(separator: ":").last.flatMap({ Int($0.prefix { $0.isNumber }) }) else {
                process.terminate()
                throw LoadError("livefeed has not started: \(line)")
            }
            self.port = port
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        static var folder: URL { Bundle.main.executableURL!.deletingLastPathComponent() }

        func write(_ line: String) {
            try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        }

        /// What the process has used so far.
        var usage: Usage {
            let fields = statistics("stat").split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
            let folder = "/proc/\(process.processIdentifier)/task"
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return Usage(
                cpu: Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))),
                sleeps: threads.reduce(0) { $0 + number("voluntary_ctxt_switches:", in: "task/\($1)/status") },
                writes: number("syscw:", in: "io")
            )
        }

        /// The number behind `key` at the beginning of a line.
        private func number(_ key: String, in name: String) -> Int {
            let line = statistics(name).split(separator: "\n").first { $0.hasPrefix(key) }
            return line.flatMap { Int($0.dropFirst(key.count).filter { $0.isNumber }) } ?? 0
        }

        /// Bytes of memory.
        var memory: Int {
            (Int(statistics("statm").split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
        }

        private func statistics(_ name: String) -> String {
            (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)) ?? ""
        }

        /// Sends SIGTERM and waits for the end.
        ///
        /// - Returns: how long that took, in seconds; the exit status; the last line.
        func stop(within seconds: Int) throws -> (seconds: Double, status: Int32, line: String) {
            let start = ContinuousClock.now
            process.terminate()
            while process.isRunning {
                guard start.duration(to: .now) < .seconds(seconds) else {
                    kill(process.processIdentifier, SIGKILL)
                    throw LoadError("livefeed did not stop within \(seconds) s")
                }
                usleep(1_000)
            }
            return (start.duration(to: .now) / .seconds(1), process.terminationStatus, Server.line(output))
        }

        private static func line(_ pipe: Pipe) -> String {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            // A line comes, or the process ends.
            while read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// What a process has used.
    struct Usage {
        /// Seconds of processor time.
        var cpu = 0.0
        /// How often a thread went to sleep.
        var sleeps = 0
        /// How often the system was asked to write: to a client, or to wake an event loop.
        var writes = 0

        static func - (later: Usage, earlier: Usage) -> Usage {
            Usage(
                cpu: later.cpu - earlier.cpu,
                sleeps: later.sleeps - earlier.sleeps,
                writes: later.writes - earlier.writes
            )
        }
    }

    struct LoadError: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
#endif
