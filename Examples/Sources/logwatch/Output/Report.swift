import LogReading
import Foundation
import Millrace

/// Tells what was found: at the beginning, while a log is read or followed, and in the end.
///
/// Everything happens on the thread that reads.
final class Report: @unchecked Sendable {
    private let findings: Findings
    private let pattern: Pattern?
    private let options: Options
    private var progress = ReadingProgress(lines: 0, bytes: 0, fraction: nil, seconds: 0, isFinal: false)
    /// The name of each log that is read, by its number.
    private var inputs: [Int: String] = [:]
    /// Why something was not read.
    private(set) var failures: [String] = []
    /// Why nothing can be written.
    private var obstacle: (any Error)?

    init(of findings: Findings, pattern: Pattern?, options: Options) {
        self.findings = findings
        self.pattern = pattern
        self.options = options
    }

    /// Throws what nothing could be written because of. Says nothing if nothing could be read.
    func writeSummary() throws {
        if let obstacle { throw obstacle }
        if findings.totals.lines == 0, !failures.isEmpty { return }
        let summary = Summary(
            of: findings,
            inputs: inputs,
            failures: failures,
            progress: progress,
            pattern: pattern,
            top: options.top
        )
        try StandardOutput.write(
            options.json ? summary.json(compact: options.follow) : "\n" + summary.text
        )
    }

    /// Tells how far reading is, and what came in.
    func subscribe(to reader: LogReader) -> Disposable {
        let subscriptions = CompositeDisposable()
        let progress = reader.progress
        _ = subscriptions.insert(showNames(reader.opened))
        _ = subscriptions.insert(showFailures(reader.failures))
        _ = subscriptions.insert(progress.subscribe(onNext: { self.progress = $0 }))
        _ = subscriptions.insert(stopWhenUnread(progress))
        if options.follow {
            _ = subscriptions.insert(showUpdates(progress))
        } else if options.progress || StandardError.isTerminal {
            _ = subscriptions.insert(showProgress(progress))
        }
        return subscriptions
    }

    /// Says which log is read as soon as it is.
    private func showNames(_ opened: Observable<(number: Int, file: LogFile)>) -> Disposable {
        opened
            .do(onNext: { self.inputs[$0.number] = $0.file.name })
            .filter { _ in !self.options.json }
            .map { _, file in
                let size = file.status.flatMap { $0.kind == S_IFREG ? bytes(Double($0.size)) : nil }
                let remarks = [size, file.packing.map { "compressed with \($0)" }].compactMap { $0 }
                let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
                StandardError.clear()
                try StandardOutput.write(file.name + remark + "\n")
            }
            .subscribe(onError: { error in
                self.obstacle = error
                self.findings.dispose()
            })
    }

    private func showFailures(_ failures: Observable<any Error>) -> Disposable {
        failures
            .map { ($0 as? Failure)?.message ?? "\($0)" }
            .subscribe(onNext: { message in
                self.failures.append(message)
                StandardError.clear()
                StandardError.write(line: "logwatch: \(message)")
            })
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
