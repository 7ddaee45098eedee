import LogReading
import ArgumentParser
import Foundation
import Millrace

@main
struct Logwatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logwatch",
        abstract: "Says what is in a log: rates, severities, frequent messages, matches of a pattern."
    )

    @OptionGroup var options: Options

    /// Runs the program, and turns whatever goes wrong into one line on standard error and an exit code.
    static func main() {
        // Writing to a pipe that nobody reads is an error to report, not a reason to be killed.
        signal(SIGPIPE, SIG_IGN)
        do {
            do {
                var command = try parseAsRoot()
                try command.run()
            } catch let error where !(error is Failure) {
                // Either a request for help, which is no failure, or something the parser did not understand.
                guard exitCode(for: error).isSuccess else {
                    throw Failure.usage(message(for: error).replacingOccurrences(of: "\n", with: " "))
                }
                try StandardOutput.write(fullMessage(for: error) + "\n")
            }
        } catch {
            let failure = error as? Failure ?? Failure("\(error)")
            StandardError.write(line: "logwatch: \(failure.message)")
            Foundation.exit(failure.exitCode)
        }
    }

    mutating func run() throws {
        try options.check()
        let pattern = try options.match.map(Pattern.init)
        let file = try openLog()
        if options.follow { try Interruption.install() }

        let reader = LogReader(file, follows: options.follow)
        let findings = Findings(
            of: reader.lines,
            interval: options.interval,
            pattern: pattern,
            keptMatches: options.top
        )
        let report = Report(of: findings, file: file, pattern: pattern, options: options)
        try report.writeHeading()
        let subscription = report.subscribe(to: reader.progress)
        reader.run()
        subscription.dispose()
        if let failure = findings.failure { throw failure }
        try report.writeSummary()
    }

    private func openLog() throws -> LogFile {
        if let path = options.file {
            return path == "-" ? .standardInput : try LogFile(path: path)
        }
        let input = LogFile.standardInput
        if let kind = input.status?.kind, kind == S_IFIFO || kind == S_IFREG { return input }
        return try LogFile(path: NewestLog.path(in: options.directory))
    }
}
