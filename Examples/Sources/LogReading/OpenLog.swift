import Foundation
import Millrace

/// A log that is read: how far, and what has become of its file.
final class OpenLog {
    private(set) var file: LogFile
    private let follows: Bool
    private let patience: Duration
    private let splitter: LineSplitter
    /// How much was read of the file that is open now, in bytes.
    private var position = 0
    /// Whether nothing can come any more: the writers of a pipe are gone, or reading has failed.
    private(set) var hasEnded = false

    /// How often reading has gone back to the beginning of a file: because the log was cut, or because another file has
    /// its name now.
    private(set) var restarts = 0

    /// Which file is read, `nil` if it is none.
    private(set) var identity: FileStatus.Identity?

    /// A file that has the log's name now and cannot be opened.
    private struct Obstacle {
        let identity: FileStatus.Identity
        let since: ContinuousClock.Instant
        var isReported = false
    }

    private var obstacle: Obstacle?

    /// - Parameters:
    ///   - number: which log it is.
    ///   - patience: for how long a new file by the log's name may be one that cannot be opened.
    ///   - start: where in the file to begin, in bytes.
    init(
        _ file: LogFile,
        number: Int,
        follows: Bool,
        patience: Duration,
        start: Int,
        emittingInto lines: PublishSubject<Line>
    ) {
        self.file = file
        self.follows = follows
        self.patience = patience
        splitter = LineSplitter(emittingInto: lines, log: number, name: file.name)
        identity = file.identity
        if start > 0 { position = Int(lseek(file.descriptor, off_t(start), SEEK_SET)) }
    }

    deinit {
        file.close()
    }

    var lineCount: Int { splitter.lineCount }
    var byteCount: Int { splitter.byteCount }

    /// How many bytes of the file were read and how many it has; `nil` for a pipe.
    var progress: (read: Int, size: Int)? {
        guard let status = file.status, status.kind == S_IFREG else { return nil }
        return (file.unpacking == nil ? position : file.position ?? 0, status.size)
    }

    /// What has to be waited for before it is read; `nil` for a file, which never waits.
    var pipe: Int32? { hasEnded || isRegular ? nil : file.source }

    private var isRegular: Bool { file.status?.kind == S_IFREG }

    /// Reads one block, and emits the lines that end in it. Waits for a pipe, unless it is followed.
    ///
    /// - Returns: whether there may be more at once.
    func readBlock() throws -> Bool {
        do {
            if follows, let pipe, !Interruption.wait(for: pipe, milliseconds: 0).input { return false }
            guard let count = try splitter.readBlock(from: file.source) else {
                Interruption.wait(for: file.source, milliseconds: LogReader.pause)
                return true
            }
            position += count
            if count == 0, !follows || !isRegular { try finish() }
            return count > 0
        } catch {
            hasEnded = true
            throw error
        }
    }

    /// Emits what follows the last line break: nothing more comes.
    func finish() throws {
        if hasEnded { return }
        hasEnded = true
        splitter.finishLine()
        try file.unpacking?.finish()
    }

    /// Starts over if the file has become shorter, and goes on with the new one if there is another by its name.
    ///
    /// Throws once for each new file that cannot be opened for too long. The old one is read further, and each look tries
    /// again.
    ///
    /// A file that is cut and written to beyond the old length between two looks cannot be told from one that grew.
    func lookForChange() throws {
        guard !hasEnded, let path = file.path, let current = file.status, current.kind == S_IFREG else { return }
        if current.size < position {
            splitter.finishLine()
            lseek(file.descriptor, 0, SEEK_SET)
            position = 0
            restarts += 1
        }
        // While a log is moved away and made anew, there is none by that name for a moment.
        guard let named = FileStatus(path: path), named.identity != current.identity else {
            obstacle = nil
            return
        }
        let next: LogFile
        do {
            next = try LogFile(path: path).readable(follows: true)
        } catch {
            return try report(error, of: named.identity)
        }
        obstacle = nil
        // What was written to the old one after its end was seen.
        do {
            while try readBlock() {}
        } catch {
            next.close()
            throw error
        }
        splitter.finishLine()
        file.close()
        file = next
        identity = file.identity
        position = 0
        restarts += 1
    }

    /// Throws the error, unless it is too early to. When a log is made anew, its permissions may be set a moment later, or
    /// the new log may be moved away again.
    private func report(_ error: any Error, of identity: FileStatus.Identity) throws {
        var new = Obstacle(identity: identity, since: .now)
        if let obstacle, obstacle.identity == identity { new = obstacle }
        let isDue = !new.isReported && .now - new.since >= patience
        new.isReported = new.isReported || isDue
        obstacle = new
        if isDue { throw error }
    }
}
