import Foundation
import Millrace

/// Reads a log to its end, or follows it until told to stop; emits its lines and, now and then, how far it is.
package final class LogReader {
    /// How long a followed log is left alone once its end is reached, in milliseconds.
    private static let pause: Int32 = 100

    /// The lines; fails with a `Failure` if the log cannot be read. Reading ends when nobody subscribes any more.
    package let lines = PublishSubject<Line>()

    /// How far reading is: after every block, and at every look at a followed log.
    package let progress = PublishSubject<ReadingProgress>()

    private var file: LogFile
    private let follows: Bool
    private let splitter: LineSplitter
    /// How much was read of the file that is open now, in bytes.
    private var position = 0
    private var stopwatch = Stopwatch()

    /// How often the reader has gone back to the beginning of a file: because the log was cut, or because another file
    /// has its name now.
    package private(set) var restarts = 0

    /// Which file is read, `nil` if it is none.
    package private(set) var identity: FileStatus.Identity?

    /// - Parameters:
    ///   - start: where in the file to begin, in bytes.
    ///   - repairsText: whether bytes that are not UTF-8 are left to whoever makes text of a line, instead of ending the
    ///     lines with a `Failure`.
    package init(_ file: LogFile, follows: Bool, start: Int = 0, repairsText: Bool = false) {
        self.file = file
        self.follows = follows
        splitter = LineSplitter(emittingInto: lines, name: file.name, repairsText: repairsText)
        identity = file.identity
        if start > 0 { position = Int(lseek(file.descriptor, off_t(start), SEEK_SET)) }
    }

    deinit {
        file.close()
    }

    /// Reads and emits, on the calling thread, until the log or the wish for it ends.
    package func run() {
        do {
            stopwatch.start()
            try readToEnd()
            if follows { try follow() }
            try splitter.finishLine()
            reportProgress(isFinal: true)
            lines.onCompleted()
        } catch {
            lines.onError(error)
        }
        progress.onCompleted()
    }

    private func readToEnd() throws {
        while lines.hasObservers, try readBlock() {
            reportProgress()
        }
    }

    /// Reads one block.
    ///
    /// - Returns: whether there may be more.
    private func readBlock() throws -> Bool {
        if follows, !waitForInput() { return false }
        guard let count = try splitter.readBlock(from: file.descriptor) else {
            Interruption.wait(for: file.descriptor, milliseconds: LogReader.pause)
            return true
        }
        position += count
        return count > 0
    }

    /// Waits for a pipe to be written to; a file never waits.
    ///
    /// - Returns: false if the program is to stop, or nobody listens any more.
    private func waitForInput() -> Bool {
        stopwatch.stop()
        defer { stopwatch.start() }
        while lines.hasObservers {
            let ready = Interruption.wait(for: file.descriptor, milliseconds: LogReader.pause)
            if ready.stop { return false }
            if ready.input { return true }
            reportProgress()
        }
        return false
    }

    /// Looks at the file again and again. A pipe whose writers are gone has ended for good.
    private func follow() throws {
        while lines.hasObservers, let path = file.path, file.status?.kind == S_IFREG {
            reportProgress()
            stopwatch.stop()
            let stop = Interruption.wait(milliseconds: LogReader.pause).stop
            stopwatch.start()
            if stop { return }
            try lookForChange(at: path)
            try readToEnd()
        }
    }

    /// Starts over if the file has become shorter, and goes on with the new one if there is another by its name.
    ///
    /// A file that is cut and written to beyond the old length between two looks cannot be told from one that grew.
    private func lookForChange(at path: String) throws {
        guard let current = file.status else { return }
        if current.size < position {
            try splitter.finishLine()
            lseek(file.descriptor, 0, SEEK_SET)
            position = 0
            restarts += 1
        }
        // While a log is moved away and made anew, there is none by that name for a moment.
        guard let named = FileStatus(path: path), named.identity != current.identity else { return }
        // What was written to the old one after its end was seen.
        try readToEnd()
        try splitter.finishLine()
        let next = try LogFile(path: path)
        file.close()
        file = next
        identity = file.identity
        position = 0
        restarts += 1
    }

    private func reportProgress(isFinal: Bool = false) {
        let status = file.status
        let size = status?.kind == S_IFREG ? status?.size : nil
        progress.onNext(
            ReadingProgress(
                lines: splitter.lineCount,
                bytes: splitter.byteCount,
                fraction: size.map { $0 > position ? Double(position) / Double($0) : 1 },
                seconds: stopwatch.seconds,
                isFinal: isFinal
            )
        )
    }
}
