import Foundation

/// A part of the repetitions, in a process of its own.
///
/// Where things come to lie in memory, and how fast the clock is just then, stays the same for a process's life or some
/// seconds, and makes up to half of a figure. Several processes, one after the other, have several chances.
struct Pass {
    let number: Int
    /// Counted over all passes.
    let rounds: Range<Int>

    /// Shares rounds out.
    static func all(rounds: Int, passes: Int) -> [Pass] {
        (0..<passes).map { number in
            Pass(number: number, rounds: (rounds * number / passes)..<(rounds * (number + 1) / passes))
        }
    }

    /// What a process of this program measures that is given the same arguments and this pass's number, by the names of
    /// the workloads.
    func run() throws -> [String: Samples] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("millrace-bench-\(ProcessInfo.processInfo.processIdentifier)-\(number).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = Pass.program
        process.arguments = ["--pass", "\(number)", "--samples", file.path] + CommandLine.arguments.dropFirst()
        // Not `waitUntilExit`, which wakes up again and again, and takes time from what is measured.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        ended.wait()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(pass: number, status: process.terminationStatus)
        }
        return try JSONDecoder().decode([String: Samples].self, from: Data(contentsOf: file))
    }

    /// This program; on Linux, the very file that runs, whatever has taken its place meanwhile.
    private static var program: URL? {
        #if os(Linux)
            URL(fileURLWithPath: "/proc/\(ProcessInfo.processInfo.processIdentifier)/exe")
        #else
            Bundle.main.executableURL
        #endif
    }

    struct Failure: Error, CustomStringConvertible {
        let pass: Int
        let status: Int32

        var description: String { "The process that was to measure (pass \(pass)) ended with status \(status)" }
    }
}
