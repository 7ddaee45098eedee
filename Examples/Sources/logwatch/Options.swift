import LogReading
import ArgumentParser

/// The command line.
struct Options: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The logs to read, compressed ones too; - for standard input. Without any, standard input if that is a pipe \
            or a file, else the log in /var/log that was written to last among those that say times and severities, else \
            a sample.
            """,
            valueName: "file"
        )
    )
    var files: [String] = []

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("How many messages and matches to show.", valueName: "n")
    )
    var top = 10

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The length of an interval, in seconds of the log's own time; without it, such that there are at most \
            \(Rates.mostIntervals).
            """,
            valueName: "seconds"
        )
    )
    var interval: Int?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show the lines that contain this regular expression, or this text if it is none.",
            valueName: "pattern"
        )
    )
    var match: String?

    @Flag(name: [.short, .long], help: "Go on as lines arrive; stop with Ctrl-C.")
    var follow = false

    @Flag(help: "Write JSON; with --follow, an object on each line, the last one the summary.")
    var json = false

    @Flag(help: "Show progress on standard error even if that is not a terminal.")
    var progress = false

    @Option(
        name: .long,
        help: ArgumentHelp("Read the log that was written to last in this directory.", valueName: "path")
    )
    var directory: String?

    /// 100 years, in seconds.
    private static let longestInterval = 3_155_760_000

    /// Throws a `Failure` for numbers that make no sense.
    func check() throws {
        guard files.filter({ $0 == "-" }).count < 2 else { throw Failure.usage("standard input can be read once only") }
        guard top > 0 else { throw Failure.usage("--top must be at least 1, not \(top)") }
        if let interval, interval < 1 {
            throw Failure.usage("--interval must be at least 1 second, not \(interval)")
        }
        if let interval, interval > Options.longestInterval {
            throw Failure.usage("--interval must be at most \(Options.longestInterval) seconds, not \(interval)")
        }
    }
}
