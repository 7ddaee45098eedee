import ArgumentParser
import Foundation

@main
struct MillraceBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "millrace-bench",
        abstract: "Measures Millrace beside hand-written closures, C and OpenCombine.",
        discussion: """
            Times are the smallest of all repetitions, those of workloads with two threads the median. Whatever is \
            compared is measured alternately in every repetition, and the repetitions are shared out among several \
            processes. Only ratios within one run say anything: clocks drift and machines differ.

            Build with `-c release`. For instructions and calls per event, run one workload under a profiler:

                valgrind --tool=callgrind --dump-instr=yes millrace-bench --profile pump.1 --count 100000

            Benchmarks/instructions.sh does that and compares two counts.
            """
    )

    @Option(help: "Only workloads whose names contain this; may be repeated.")
    var filter: [String] = []

    @Option(help: "Only this column; may be repeated. Without both Millrace and closures there are no ratios.")
    var column: [Column] = []

    @Option(help: "How often everything is measured.")
    var repetitions: Int?

    @Option(help: "In how many processes, one after the other; 0 measures in this one.")
    var passes: Int?

    @Flag(help: "5 repetitions, a quarter of the time for each, in this process.")
    var quick = false

    @Flag(help: "List the workloads and what they do.")
    var list = false

    @Option(help: "Write the figures to this file.")
    var json: String?

    @Flag(help: "Exit with 1 if a row is over its limit, even when it is measured again, and say which.")
    var check = false

    @Option(help: "How many per cent a time or a ratio may be beyond its target or limit.")
    var tolerance = 0.0

    @Option(help: "Only do Millrace's side of this workload, once, without timing it.")
    var profile: String?

    @Option(help: "How many events (or rounds) --profile does.")
    var count = 100_000

    // What a process is told that does one pass.

    @Option(help: .hidden)
    var pass: Int?

    @Option(help: .hidden)
    var samples: String?

    func validate() throws {
        if let repetitions, repetitions < 1 { throw ValidationError("--repetitions must be at least 1") }
        if let passes, passes < 0 { throw ValidationError("--passes must not be negative") }
        if count < 0 { throw ValidationError("--count must not be negative") }
        if tolerance < 0 { throw ValidationError("--tolerance must not be negative") }
        if let profile, !workloadGroups().joined().contains(where: { $0.name == profile }) {
            throw ValidationError("There is no workload \(profile); --list tells their names")
        }
    }

    func run() throws {
        let groups = workloadGroups()
        let all = Array(groups.joined())
        Team.startIdleThread()
        if let profile {
            all.first { $0.name == profile }?.profile(count: count)
            return
        }
        let chosen = all.filter { workload in
            filter.isEmpty || filter.contains { workload.name.contains($0) }
        }
        guard !chosen.isEmpty else { throw ValidationError("No workload matches; --list tells their names") }
        if list {
            for workload in chosen {
                print(workload.name.padding(toLength: 20, withPad: " ", startingAt: 0) + workload.summary)
            }
            return
        }
        let needed = needed(for: chosen, of: groups)
        let options = Options(quick: quick, columns: Set(column.isEmpty ? Column.allCases : column))
        if let pass, let samples {
            measure(needed, Pass.all(rounds: rounds, passes: processes)[pass].rounds, options, whileParentIs: getppid())
            let all = Dictionary(uniqueKeysWithValues: needed.joined().map { ($0.name, $0.samples) })
            return try JSONEncoder().encode(all).write(to: URL(fileURLWithPath: samples))
        }
        if processes == 0 { measure(needed, 0..<rounds, options) }
        for pass in Pass.all(rounds: rounds, passes: processes) where !pass.rounds.isEmpty {
            let measured = try pass.run()
            for workload in needed.joined() {
                if let samples = measured[workload.name] { workload.samples.add(samples) }
            }
        }
        let rows = chosen.map { row($0, among: needed) }
        print(table(of: rows))
        if let json {
            try Report(rows: rows, repetitions: rounds, passes: processes, quick: quick).write(to: json)
        }
        for row in rows where row.met == false { print("over its target: \(row.workload): \(row.reason ?? "")") }
        for row in rows where row.target != nil && row.met == nil {
            print("undecided: \(row.workload): a figure is missing; threads are only timed while nobody disturbs them")
        }
        if check, !staysWithinLimits(rows, of: needed) { throw ExitCode(1) }
    }

    private func row(_ workload: Workload, among needed: [[Workload]]) -> Row {
        Row(workload, among: Array(needed.joined()), tolerance: tolerance / 100)
    }

    /// Whether all rows are within their limits. Rows that are not are measured again, in short samples, since a machine
    /// that is busy disturbs some rows of every run, and a row that has become slower is over its limit each time.
    private func staysWithinLimits(_ rows: [Row], of needed: [[Workload]]) -> Bool {
        var over = rows.filter { $0.excess != nil }
        for _ in 0..<4 where !over.isEmpty {
            for row in over { print("over its limit, measured again: \(row.workload): \(row.excess ?? "")") }
            let names = Set(over.map(\.workload))
            let again = self.needed(for: needed.joined().filter { names.contains($0.name) }, of: needed)
            for workload in again.joined() { workload.samples.forgetFigures() }
            measure(again, 0..<60, Options(quick: true, columns: [.closures, .millrace]))
            over = again.joined().filter { names.contains($0.name) }.map { self.row($0, among: again) }
                .filter { $0.excess != nil }
        }
        for row in over { print("missed: \(row.workload): \(row.excess ?? "")") }
        return over.isEmpty
    }

    private var rounds: Int { repetitions ?? (quick ? 5 : 20) }

    private var processes: Int { passes ?? (quick ? 0 : 4) }

    /// The chosen workloads, and those that a chosen one's target refers to.
    private func needed(for chosen: [Workload], of groups: [[Workload]]) -> [[Workload]] {
        groups.map { group in
            group.filter { workload in
                chosen.contains { choice in
                    if choice === workload { return true }
                    if case .timesClosures(_, let name?) = targets[choice.name] { return name == workload.name }
                    return false
                }
            }
        }
    }

    /// - Parameter parent: without whom nobody waits for the figures.
    private func measure(
        _ groups: [[Workload]],
        _ rounds: Range<Int>,
        _ options: Options,
        whileParentIs parent: pid_t? = nil
    ) {
        for group in groups {
            for round in rounds {
                if let parent, getppid() != parent { Self.exit(withError: ExitCode.failure) }
                for workload in group { workload.sample(round: round, options: options) }
            }
        }
    }
}
