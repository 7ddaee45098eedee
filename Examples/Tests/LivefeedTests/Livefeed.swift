#if Server
    import Foundation
    import XCTest

    /// The built program, run by a test.
    final class Livefeed {
        private let process = Process()
        private let output = Pipe()
        private let input = Pipe()
        /// 0 if it serves no page.
        let port: Int

        /// Runs the program on what is written to it, and waits until it listens.
        convenience init(_ arguments: String...) throws {
            try self.init(all: ["--log", "-", "--port", "0"] + arguments)
        }

        /// Runs the program, and waits for its first line. Without `--publish`, that says where it listens.
        init(all arguments: [String]) throws {
            process.executableURL = Livefeed.executable
            process.arguments = arguments
            process.standardOutput = output
            process.standardInput = input
            process.standardError = FileHandle.nullDevice
            try process.run()
            try? output.fileHandleForWriting.close()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            let port = line.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
            guard !line.isEmpty, let port else {
                process.terminate()
                throw TimedOut()
            }
            self.port = arguments.contains("--publish") ? 0 : port
        }

        deinit {
            kill()
        }

        /// Ends the program as `kill -9` does.
        func kill() {
            guard process.isRunning else { return }
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        private static var executable: URL { URL(fileURLWithPath: folder + "/livefeed") }

        /// Where the built programs are.
        static var folder: String {
            #if os(macOS)
                let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
            #else
                let tests = Bundle.main.executableURL!
            #endif
            return tests.deletingLastPathComponent().path
        }

        func write(_ text: String) throws { try write(Data(text.utf8)) }

        func write(_ bytes: Data) throws {
            try input.fileHandleForWriting.write(contentsOf: bytes)
        }

        func closeInput() throws {
            try input.fileHandleForWriting.close()
        }

        func metrics() throws -> [String: Int] {
            let lines = try answer(port, "/metrics").split(separator: "\n").map { $0.split(separator: " ") }
            return Dictionary(lines.filter { $0.count == 2 }.map { (String($0[0]), Int($0[1]) ?? -1) }) { $1 }
        }

        /// How much memory the program has, in bytes; only on Linux.
        func memory() throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
            guard let kilobytes = Int(line.filter(\.isNumber)) else { throw TimedOut() }
            return kilobytes << 10
        }

        func terminate() {
            process.terminate()
        }

        /// Waits for the end.
        ///
        /// - Returns: the exit status, and what the program has said since it listens.
        func outcome() -> (status: Int32, text: String) {
            guard waitUntil({ !self.process.isRunning }) else { return (-1, "it does not end") }
            let rest = output.fileHandleForReading.readDataToEndOfFile()
            return (process.terminationStatus, String(decoding: rest, as: UTF8.self))
        }

        /// Runs the program to its end, and returns what it says on standard error.
        static func failure(_ arguments: String...) throws -> (status: Int32, text: String) {
            let process = Process()
            let errors = Pipe()
            process.executableURL = executable
            process.arguments = arguments
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            guard waitUntil({ !process.isRunning }) else {
                Foundation.kill(process.processIdentifier, SIGKILL)
                throw TimedOut()
            }
            return (
                process.terminationStatus,
                String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            )
        }
    }
#endif
