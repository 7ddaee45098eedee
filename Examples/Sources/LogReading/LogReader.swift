import Foundation
import Millrace

/// Reads logs one after the other to their ends, or follows them until told to stop; emits their lines and, now and then,
/// how far it is.
package final class LogReader {
    /// What is to be read.
    package enum Input {
        /// Belongs to the reader from now on.
        case file(LogFile)
        /// Is opened when its turn comes.
        case path(String)
    }

    /// How long followed logs are left alone once their ends are reached, in milliseconds.
    static let pause: Int32 = 100

    /// The lines. Reading ends when nobody subscribes any more.
    package let lines = PublishSubject<Line>()

    /// Each log, with its number, when it is read.
    package let opened = PublishSubject<(number: Int, file: LogFile)>()

    /// What cannot be read, with a `Failure` for each log. If nobody subscribes, the first failure ends the lines.
    package let failures = PublishSubject<any Error>()

    /// How far reading is: after every block, and at every look at followed logs.
    package let progress = PublishSubject<ReadingProgress>()

    private let inputs: [Input]
    private let follows: Bool
    private let patience: Duration
    private let start: Int
    private var logs: [OpenLog] = []
    private var stopwatch = Stopwatch()
    /// What was read of logs that are closed.
    private var earlier = (lines: 0, bytes: 0, files: 0)
    private let size: Int?

    /// - Parameters:
    ///   - follows: whether all of them are read at once, and go on.
    ///   - patience: for how long the new file of a followed log may be one that cannot be opened. Then it is a failure,
    ///     and is tried further if somebody subscribes to failures.
    ///   - start: where in each file to begin, in bytes.
    package init(_ inputs: [Input], follows: Bool, patience: Duration = .seconds(10), start: Int = 0) {
        self.inputs = inputs
        self.follows = follows
        self.patience = patience
        self.start = start
        size = inputs.reduce(0) { sum, input in
            let status: FileStatus? =
                switch input {
                case .file(let file): file.status
                case .path(let path): FileStatus(path: path)
                }
            guard let sum, let status, status.kind == S_IFREG else { return nil }
            return sum + status.size
        }
    }

    /// How often the reader has gone back to the beginning of the first log's file.
    package var restarts: Int { logs.first?.restarts ?? 0 }

    /// Which file the first log is read from, `nil` if it is none.
    package var identity: FileStatus.Identity? { logs.first?.identity }

    /// Reads and emits, on the calling thread, until the logs or the wish for them end.
    package func run() {
        do {
            stopwatch.start()
            if follows { try follow() } else { try readAll() }
            reportProgress(isFinal: true)
            lines.onCompleted()
        } catch {
            lines.onError(error)
        }
        opened.onCompleted()
        failures.onCompleted()
        progress.onCompleted()
    }

    private func readAll() throws {
        for number in inputs.indices where lines.hasObservers {
            try attempt {
                let log = try open(number)
                logs = [log]
                defer {
                    logs = []
                    earlier.lines += log.lineCount
                    earlier.bytes += log.byteCount
                    earlier.files += log.progress?.size ?? 0
                }
                try readToEnd(of: log)
            }
        }
    }

    private func follow() throws {
        for number in inputs.indices { try attempt { logs.append(try open(number)) } }
        var isToStop = false
        while !isToStop, lines.hasObservers {
            for log in logs where !log.hasEnded {
                try attempt {
                    try log.lookForChange()
                    try readToEnd(of: log)
                }
            }
            if logs.allSatisfy(\.hasEnded) { break }
            reportProgress()
            stopwatch.stop()
            isToStop = Interruption.wait(for: logs.compactMap(\.pipe), milliseconds: LogReader.pause).stop
            stopwatch.start()
        }
        for log in logs { try attempt { try log.finish() } }
    }

    private func open(_ number: Int) throws -> OpenLog {
        let file =
            switch inputs[number] {
            case .file(let file): file
            case .path(let path): try LogFile(path: path)
            }
        let readable = try file.readable(follows: follows)
        opened.onNext((number, readable))
        return OpenLog(
            readable,
            number: number,
            follows: follows,
            patience: patience,
            start: start,
            emittingInto: lines
        )
    }

    private func readToEnd(of log: OpenLog) throws {
        while lines.hasObservers, try log.readBlock() {
            reportProgress()
            if follows, Interruption.wait(milliseconds: 0).stop { break }
        }
    }

    /// One log that cannot be read is no reason to leave out the others.
    private func attempt(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            if !failures.hasObservers { throw error }
            failures.onNext(error)
        }
    }

    private func reportProgress(isFinal: Bool = false) {
        var done = earlier.files
        for log in logs { done += log.progress.map { min($0.read, $0.size) } ?? 0 }
        // Followed logs may have become longer or shorter.
        let size =
            follows ? logs.reduce(0) { sum, log in sum.flatMap { sum in log.progress.map { sum + $0.size } } } : size
        progress.onNext(
            ReadingProgress(
                lines: earlier.lines + logs.reduce(0) { $0 + $1.lineCount },
                bytes: earlier.bytes + logs.reduce(0) { $0 + $1.byteCount },
                fraction: size.map { $0 > done && !isFinal ? Double(done) / Double($0) : 1 },
                seconds: stopwatch.seconds,
                isFinal: isFinal
            )
        )
    }
}
