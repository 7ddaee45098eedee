import Foundation
import StressSupport

/// Runs scenarios round after round.
struct Runner {
    /// In runs of so many seconds or more, memory must be flat: it may grow by so many bytes in the second half.
    private static let longRun = 60.0
    private static let growthOfALongRun: Int64 = 16_000_000

    let seed: UInt64
    let threads: Int
    private let watchdog = Watchdog()

    init(seed: UInt64, threads: Int) {
        self.seed = seed
        self.threads = threads
    }

    /// How to do it again.
    private func repetition(_ scenario: Scenario) -> String {
        "--filter \(scenario.name) --seed \(seed) --threads \(threads)"
    }

    private func perform(_ scenario: Scenario, number: Int, injector: Injector?) -> Round {
        let round = Round(
            threads: threads,
            number: number,
            random: Random(seed: seed, scenario: scenario.name, round: number),
            injector: injector
        )
        watchdog.watch("\(scenario.name): round \(number), \(repetition(scenario))")
        scenario.run(round)
        watchdog.watch(nil)
        return round
    }

    /// Runs a scenario for so long, but at least one round; ends with the first round in which something is wrong.
    func run(_ scenario: Scenario, seconds: Double) -> Outcome {
        let start = Date()
        var outcome = Outcome(
            scenario: scenario.name,
            checks: scenario.checks,
            seconds: 0,
            rounds: 0,
            operations: 0,
            residentGrowth: 0,
            result: .interrupted,
            failures: []
        )
        var resident: Int64?
        var halfway: Int64?
        repeat {
            let round = perform(scenario, number: outcome.rounds, injector: nil)
            outcome.operations += round.operations.value
            outcome.failures = round.failures.map { failure in
                "\(scenario.name): \(failure.flaw.rawValue): \(failure.message) (round \(outcome.rounds), "
                    + "\(repetition(scenario)))"
            }
            outcome.rounds += 1
            if resident == nil { resident = stress_resident_bytes() }
            if halfway == nil, Date().timeIntervalSince(start) > seconds / 2 { halfway = stress_resident_bytes() }
        } while outcome.failures.isEmpty && Date().timeIntervalSince(start) < seconds && !stress_interrupted()
        outcome.seconds = Date().timeIntervalSince(start)
        outcome.residentGrowth = Int(stress_resident_bytes() - (resident ?? 0))
        // Caches fill in the first half.
        if seconds >= Self.longRun, let halfway, stress_resident_bytes() - halfway > Self.growthOfALongRun {
            let grown = (stress_resident_bytes() - halfway) / 1_000_000
            outcome.failures.append("\(scenario.name): memory grew by \(grown) MB in the second half of the run")
        }
        outcome.result = outcome.failures.isEmpty ? .passed : .failed
        return outcome
    }

    /// Puts each wrong double in Millrace's place, and requires that the checks notice; returns what they missed.
    func test(_ scenario: Scenario) -> [String] {
        var missed: [String] = []
        for proof in scenario.proofs where !stress_interrupted() {
            let injector = Injector(proof.fault)
            let start = Date()
            var rounds = 0
            var message: String?
            while message == nil, rounds < 20 || Date().timeIntervalSince(start) < 5, !stress_interrupted() {
                let round = perform(scenario, number: rounds, injector: injector)
                rounds += 1
                message = round.failures.first { $0.flaw == proof.flaw }?.message
            }
            let name = "\(scenario.name): a double that \(proof.fault.rawValue)"
            if let message {
                print("\(name): found: \(message)")
            } else if !stress_interrupted() {
                missed.append("\(name) was not found: \"\(proof.flaw.rawValue)\" was expected in \(rounds) rounds")
                print(missed.last!)
            }
        }
        return missed
    }
}
