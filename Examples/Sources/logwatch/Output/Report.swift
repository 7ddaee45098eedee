import LogReading
import Foundation
import Millrace

/// Tells what was found: at the beginning, while a log is read or followed, and in the end.
///
/// Everything happens on the thread that reads.
final class Report: @unchecked Sendable {
    private let findings: Findings
    private let file: LogFile
    private let pattern: Pattern?
    private let options: Options
    private var progress = ReadingProgress(lines: 0, bytes: 0, fraction: nil, seconds: 0, isFinal: false)

    init(of findings: Findings, file: LogFile, pattern: Pattern?, options: Options) {
        self.findings = findings
        self.file = file
        self.pattern = pattern
        self.options = options
    }

    /// Says at once which log is read.
    func writeHeading() throws {
        if options.json { return }
        let size = file.status.flatMap { $0.kind == S_IFREG ? " (\(bytes(Double($0.size))))" : nil } ?? ""
        try StandardOutput.write("\(file.name)\(size)\n\n")
    }

    func writeSummary() throws {
        let summary = Summary(
            of: findings,
            input: file.name,
            progress: progress,
            pattern: pattern,
            top: options.top
        )
        let separator = options.follow ? "\n" : ""
        try StandardOutput.write(
            options.json ? summary.json(compact: options.follow) : separator + summary.text(top: options.top)
        )
    }

    /// Tells how far reading is, and what came in.
    func subscribe(to progress: Observable<ReadingProgress>) -> Disposable {
        let subscriptions = CompositeDisposable()
        _ = subscriptions.insert(progress.subscribe(onNext: { self.progress = $0 }))
        _ = subscriptions.insert(stopWhenUnread(progress))
        if options.follow {
            _ = subscriptions.insert(showUpdates(progress))
        } else if options.progress || StandardError.isTerminal {
            _ = subscriptions.insert(showProgress(progress))
        }
        return subscriptions
    }

    /// Once nobody reads what is written, there is no use in reading on: writing the summary then says why.
    private func stopWhenUnread(_ progress: Observable<ReadingProgress>) -> Disposable {
        progress.filter { _ in StandardOutput.isClosed }
            .subscribe(onNext: { _ in self.findings.dispose() })
    }

    private func showUpdates(_ progress: Observable<ReadingProgress>) -> Disposable {
        let pace = Pace(every: .seconds(1))
        let json = options.json
        return
            progress
            .filter { _ in pace.isDue() }
            .map { _ in Update.Snapshot(self.findings) }
            .distinctUntilChanged()
            .scan((Update.Snapshot(), Update.Snapshot())) { pair, new in (pair.1, new) }
            .map { Update(from: $0, to: $1) }
            .map { try StandardOutput.write(json ? $0.json() : $0.text) }
            .subscribe(onError: { _ in self.findings.dispose() })
    }

    private func showProgress(_ progress: Observable<ReadingProgress>) -> Disposable {
        let isTerminal = StandardError.isTerminal
        let pace = Pace(every: isTerminal ? .milliseconds(200) : .seconds(1))
        let shown = progress.filter { $0.isFinal || pace.isDue() }
        if isTerminal {
            return shown.map { $0.isFinal ? "" : $0.text }.subscribe(onNext: StandardError.show)
        }
        return shown.map(\.text).subscribe(onNext: StandardError.write(line:))
    }
}
