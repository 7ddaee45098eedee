import Foundation

/// A nats-server on a free port of the loopback, which ends with this object.
final class BenchServer {
    let url: String
    private let process = Process()
    private let folder = NSTemporaryDirectory() + "/millrace-nats-bench-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let named = ProcessInfo.processInfo.environment["MILLRACE_NATS_SERVER"] ?? ""
        let found = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/opt/homebrew/bin/nats-server"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let executable = named.isEmpty ? found : named else {
            print("nats-server was not found; please install it: apt-get install nats-server")
            exit(69)
        }
        let ports = folder + "/ports"
        try FileManager.default.createDirectory(atPath: ports, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: executable)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.arguments = [
            "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", folder, "-l", folder + "/log",
            "--ports_file_dir", ports,
        ]
        try process.run()
        let end = Date(timeIntervalSinceNow: 10)
        var address: String?
        while address == nil, Date() < end {
            usleep(20_000)
            guard let file = try? FileManager.default.contentsOfDirectory(atPath: ports).first,
                let text = try? String(contentsOfFile: ports + "/" + file, encoding: .utf8),
                let start = text.range(of: "nats://")
            else { continue }
            address = String(text[start.lowerBound...].prefix { $0 != "\"" })
        }
        guard let address else {
            print("the server was not started")
            exit(70)
        }
        url = address
    }

    func stop() {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// The process's memory in use, in KiB.
func residentKiB() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4
}
