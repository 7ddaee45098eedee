import Foundation

/// A program of this machine that decompresses a file, and the pipe into which it writes.
///
/// Used by one thread at a time.
final class Unpacking: @unchecked Sendable {
    let packing: Packing
    private let name: String
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts the program; throws a `Failure` if this machine has none.
    init(_ packing: Packing, of file: LogFile) throws {
        self.packing = packing
        name = file.name
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let programs = folders.map { "\($0)/\(packing)" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            throw Failure("\(name) is compressed with \(packing), which is not installed here; install it")
        }
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-dc"]
        process.standardInput = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw Failure("\(name): \(program) cannot be started")
        }
        // The program has its own; the end comes when that is closed.
        try? output.fileHandleForWriting.close()
        try? errors.fileHandleForWriting.close()
    }

    /// What the file has in it can be read from here.
    var descriptor: Int32 { output.fileHandleForReading.fileDescriptor }

    /// Waits for the program, which has closed its output; throws a `Failure` with what it says if it has failed.
    func finish() throws {
        // A few words, which have room in the pipe.
        let said = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        if process.terminationStatus == 0 { return }
        let words = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .first { !$0.isEmpty }
        throw Failure("\(name): \(printable(words ?? "\(packing) has failed"))")
    }

    func close() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}
