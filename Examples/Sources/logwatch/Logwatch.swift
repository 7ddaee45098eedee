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
            } catch let code as ExitCode {
                // What has failed was said when it did.
                Foundation.exit(code.rawValue)
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
        let inputs = try openInputs()
        if options.follow { try Interruption.install() }

        let reader = LogReader(inputs, follows: options.follow)
        let findings = Findings(
            of: reader.lines,
            interval: options.interval,
            pattern: pattern,
            keptMatches: options.top
        )
        let report = Report(of: findings, pattern: pattern, options: options)
        let subscription = report.subscribe(to: reader)
        reader.run()
        subscription.dispose()
        try report.writeSummary()
        if !report.failures.isEmpty { throw ExitCode.failure }
    }

    /// What is shown if nobody has named a log, and this machine has none that shows what the program can do.
    private static let sampleName =
        "a sample, half a day of a web shop, since no log in /var/log says times and severities"

    private func openInputs() throws -> [LogReader.Input] {
        if !options.files.isEmpty {
            return options.files.map { $0 == "-" ? .file(.standardInput) : .path($0) }
        }
        let input = LogFile.standardInput
        if let kind = input.status?.kind, kind == S_IFIFO || kind == S_IFREG { return [.file(input)] }
        if let directory = options.directory { return [.path(try NewestLog.path(in: directory))] }
        let usual = "/var/log"
        if let path = NewestLog.tellingPath(in: usual) { return [.path(path)] }
        // Nothing comes to a sample.
        if options.follow { return [.path(try NewestLog.path(in: usual))] }
        return [.file(try LogFile(name: Logwatch.sampleName, PackageResources.shop_log))]
    }
}
