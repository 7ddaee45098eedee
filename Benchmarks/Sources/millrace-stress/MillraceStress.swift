import ArgumentParser
import Foundation
import Millrace
import StressSupport

struct MillraceStress: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "millrace-stress",
        abstract: "Runs Millrace on many threads at once, and checks what it guarantees.",
        discussion: """
            Every scenario gets an equal share of the time and checks each round of a few milliseconds. The seed decides \
            on what is done, not on how threads meet: a failure that is rare takes several runs with its seed.

            The exit status is 0 if all checks passed, 1 if one failed, 64 for bad arguments, 130 after Ctrl-C.
            """
    )

    @Option(help: "How many seconds all scenarios together take; each runs one round at least.")
    var seconds = 10.0

    @Option(help: "How many threads work at once in a scenario, 2 to 256. (default: one for each processor)")
    var threads: Int?

    @Option(help: "What the random numbers begin with. (default: random)")
    var seed: UInt64?

    @Option(help: "Only scenarios whose names contain this; may be repeated.")
    var filter: [String] = []

    @Flag(help: "List the scenarios and what they check.")
    var list = false

    @Option(help: "Write the results to this file.")
    var json: String?

    @Flag(help: "Put wrong doubles in Millrace's place, and require that the checks notice each.")
    var selfTest = false

    func validate() throws {
        if !(seconds > 0 && seconds <= 1e7) { throw ValidationError("--seconds must be above 0, at most 10000000") }
        if let threads, !(2...256).contains(threads) { throw ValidationError("--threads must be from 2 to 256") }
        if json != nil, selfTest { throw ValidationError("--json does not go together with --self-test") }
        if let unknown = filter.first(where: { part in !allScenarios.contains { $0.name.contains(part) } }) {
            throw ValidationError("no scenario's name contains \"\(unknown)\"; --list tells their names")
        }
        if let json, !list {
            // Not after all the work.
            guard FileManager.default.createFile(atPath: json, contents: nil) else {
                throw ValidationError("--json: \(json) cannot be written")
            }
        }
    }

    func run() throws {
        let chosen = allScenarios.filter { scenario in
            filter.isEmpty || filter.contains { scenario.name.contains($0) }
        }
        if list {
            for scenario in chosen {
                print(scenario.name.padding(toLength: 20, withPad: " ", startingAt: 0) + scenario.checks)
            }
            return
        }
        setvbuf(stdout, nil, _IOLBF, 0)
        stress_catch_interrupt()
        // Several threads emit on one subject on purpose; where that must not be, a scenario's own checks see to it.
        Hooks.overlapHandler = { _, _, _ in }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let runner = Runner(
            seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)),
            threads: threads ?? min(256, max(2, processors))
        )
        print("seed \(runner.seed), \(runner.threads) threads, \(processors) processors\(buildKind)")
        if selfTest { try test(chosen, runner) } else { try run(chosen, runner, processors) }
    }

    private func run(_ chosen: [Scenario], _ runner: Runner, _ processors: Int) throws {
        print(Outcome.heading)
        var outcomes: [Outcome] = []
        for scenario in chosen where !stress_interrupted() {
            let outcome = runner.run(scenario, seconds: seconds / Double(chosen.count))
            outcomes.append(outcome)
            print(outcome.line)
            for failure in outcome.failures { print("    \(failure)") }
        }
        if let json {
            try Report(
                date: ISO8601DateFormatter().string(from: Date()),
                seed: runner.seed,
                threads: runner.threads,
                processors: processors,
                system: ProcessInfo.processInfo.operatingSystemVersionString,
                optimized: isOptimized,
                threadSanitizer: stress_thread_sanitizer(),
                interrupted: stress_interrupted(),
                outcomes: outcomes
            ).write(to: json)
        }
        let failures = outcomes.flatMap(\.failures)
        let rounds = outcomes.reduce(0) { $0 + $1.rounds }
        let operations = outcomes.reduce(0) { $0 + $1.operations }
        let passed = outcomes.filter { $0.result == .passed }.count
        print(
            "\(passed) of \(chosen.count) scenarios passed, \(rounds) rounds, \(operations) operations, seed \(runner.seed)"
                + (stress_interrupted() ? ", interrupted" : "")
        )
        for failure in failures { print("FAILED: \(failure)") }
        if !failures.isEmpty { throw ExitCode(1) }
        if stress_interrupted() { throw ExitCode(130) }
    }

    private func test(_ chosen: [Scenario], _ runner: Runner) throws {
        let missed = chosen.flatMap { runner.test($0) }
        let proofs = chosen.reduce(0) { $0 + $1.proofs.count }
        if stress_interrupted() {
            print("interrupted")
        } else {
            print("\(proofs - missed.count) of \(proofs) wrong doubles were found out")
        }
        for message in missed { print("FAILED: \(message)") }
        if !missed.isEmpty { throw ExitCode(1) }
        if stress_interrupted() { throw ExitCode(130) }
    }

    private var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    private var buildKind: String {
        (isOptimized ? "" : ", debug build") + (stress_thread_sanitizer() ? ", thread sanitizer" : "")
    }
}

@main
enum Main {
    /// Bad arguments give one line, without the usage.
    static func main() {
        do {
            var command = try MillraceStress.parseAsRoot()
            try command.run()
        } catch {
            let status = MillraceStress.exitCode(for: error)
            if status == .validationFailure {
                let message = MillraceStress.message(for: error).replacingOccurrences(of: "\n", with: " ")
                FileHandle.standardError.write(Data("millrace-stress: \(message)\n".utf8))
                Foundation.exit(status.rawValue)
            }
            MillraceStress.exit(withError: error)
        }
    }
}
