import Foundation
import XCTest

/// A program that was started by a test, whose output is collected while it runs.
final class RunningProgram {
    private let process = Process()
    private let output = Collector()
    private let errors = Collector()
    private var input: FileHandle?
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter pipedInput: whether standard input is a pipe to `write` into, instead of `/dev/null`.
    init(executable: URL = Program.executable, _ arguments: [String], pipedInput: Bool = false) throws {
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["LOGWATCH": Program.executable.path]) { $1 }
        if pipedInput {
            let pipe = Pipe()
            process.standardInput = pipe
            input = pipe.fileHandleForWriting
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
        output.start()
        errors.start()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func write(_ data: Data) {
        // Fails if the program has ended early; its outcome says why.
        try? input?.write(contentsOf: data)
    }

    func write(_ text: String) {
        write(Data(text.utf8))
    }

    func closeInput() {
        try? input?.close()
        input = nil
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until `text` has come on standard output.
    func waitForOutput(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        let deadline = Date() + Program.patience
        while !output.text.contains(text) {
            guard Date() < deadline, process.isRunning else {
                return XCTFail("\(text) did not come, but: \(output.text)\(errors.text)", file: file, line: line)
            }
            usleep(5_000)
        }
    }

    /// Waits for the end of the program.
    func outcome(file: StaticString = #filePath, line: UInt = #line) throws -> Program.Outcome {
        closeInput()
        if ended.wait(timeout: .now() + Program.patience) == .timedOut {
            kill(process.processIdentifier, SIGKILL)
            XCTFail("it runs for more than \(Program.patience) s", file: file, line: line)
            if ended.wait(timeout: .now() + Program.patience) == .timedOut { throw StillRunning() }
        }
        return Program.Outcome(
            output: output.wholeText(),
            errors: errors.wholeText(),
            status: process.terminationStatus,
            reason: process.terminationReason
        )
    }
}

/// Not even SIGKILL has ended the program in time.
private struct StillRunning: Error {}

/// Reads a pipe to its end on a thread of its own.
private final class Collector: @unchecked Sendable {
    let pipe = Pipe()
    private let lock = NSLock()
    private var data = Data()
    private let ended = DispatchSemaphore(value: 0)

    func start() {
        // The program has its own copy; the end comes when that is closed.
        try? pipe.fileHandleForWriting.close()
        Thread.detachNewThread { [self] in
            // FileHandle's reads wait until there is as much as they ask for.
            var block = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(pipe.fileHandleForReading.fileDescriptor, &block, block.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                lock.withLock { data.append(contentsOf: block[..<count]) }
            }
            ended.signal()
        }
    }

    var text: String {
        lock.withLock { String(decoding: data, as: UTF8.self) }
    }

    /// What came until the end; a program that was left behind may hold the pipe open, which is waited for in vain.
    func wholeText() -> String {
        if ended.wait(timeout: .now() + Program.patience) == .success { ended.signal() }
        return text
    }
}
