#if NATS
    import Foundation
    import MillraceNATS
    import TestSupport
    import XCTest

    /// Clients beside a cluster that fails. `make test-nats-cluster` says how to choose faults and seeds.
    final class ClusterTests: XCTestCase {
        private static func setting(_ name: String) -> String? {
            ProcessInfo.processInfo.environment["MILLRACE_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
        }

        /// The seed to begin with: `SEED`, or another one each time.
        static let seed = setting("SEED").flatMap { Int($0) } ?? Int.random(in: 1...1_000_000)
        /// How many seeds each fault is tried with.
        static let seeds = setting("SEEDS").flatMap { Int($0) } ?? (setting("SEED") != nil ? 1 : 5)
        /// The fault that is wanted alone.
        static let nemesis = setting("NEMESIS")

        /// One cluster and two faults in turn, with all other limits as in the long form. With the short form of
        /// `KeyValueClusterTests`, it ends in less than two minutes.
        func testInShort() async throws {
            if ClusterTests.nemesis != nil || isLong { throw XCTSkip("the long form is wanted") }
            var random = Seeded(ClusterTests.seed)
            let kinds: [Nemesis] = [.kill, .cut, .leader, .pause].shuffled(using: &random)
            try await run("in short", Array(kinds.prefix(1)) + [.rollback], ClusterTests.seed)
        }

        func testKills() async throws { try await runLong(.kill) }
        func testPauses() async throws { try await runLong(.pause) }
        func testCuts() async throws { try await runLong(.cut) }
        func testLeaders() async throws { try await runLong(.leader) }
        func testMembership() async throws { try await runLong(.membership) }
        func testRollbacks() async throws { try await runLong(.rollback) }
        func testFlippedBits() async throws { try await runLong(.flip) }
        func testFullDisks() async throws { try await runLong(.disk) }

        private func runLong(_ nemesis: Nemesis) async throws {
            if let wanted = ClusterTests.nemesis {
                if wanted != nemesis.rawValue { throw XCTSkip("\(wanted) is wanted") }
            } else if !isLong {
                throw XCTSkip("takes minutes: LONG=1")
            }
            for seed in ClusterTests.seed..<(ClusterTests.seed + ClusterTests.seeds) {
                try await run(nemesis.rawValue, [nemesis], seed)
            }
        }

        private func run(_ name: String, _ kinds: [Nemesis], _ seed: Int) async throws {
            var random = Seeded(seed)
            let cluster = try Cluster(hasSmallDisks: kinds.contains(.disk))
            let workload = try await Workload(cluster, isCompared: true)
            try await workload.start()
            await eventually { workload.history.all.acknowledged.count > 100 }
            var times = [workload.history.now]
            for kind in kinds {
                try await kind.strike(cluster, &random) { workload.history.step($0) }
            }
            times.append(workload.history.now)
            workload.history.step("all is put right")
            workload.history.step(await workload.goesOn(cluster))
            times.append(workload.history.now)
            let judgement = await workload.settle()
            times.append(workload.history.now)
            var all = workload.history.all
            print(
                "\(name), SEED=\(seed): published \(all.published), acknowledged \(all.acknowledged.count), "
                    + "handled \(all.handled); \(judgement); "
                    + "repeats that were not emitted \(workload.reader.counts.doubled), problems \(all.said.count), "
                    + "ended \(all.endings.count); \(workload.plainSummary); "
                    + "seconds \(times.map { String(format: "%.0f", $0) }.joined(separator: " "))"
            )
            if !judgement.isClean {
                workload.history.step(await workload.words())
                all = workload.history.all
            }
            let story =
                (all.steps + all.endings
                + all.said.suffix(60).map { said in
                    let numbers = said.problem.sequences.map { ", \($0)" } ?? ""
                    return "\(String(format: "%.1f", said.time)) s: \(said.problem)\(numbers)"
                })
                .joined(separator: "\n    ")
            let fault = kinds.count == 1 ? "NEMESIS=\(name) " : ""
            let call = "to repeat it: make test-nats-cluster \(fault)SEED=\(seed)"
            XCTAssertTrue(judgement.isClean, "\(judgement)\n\(call)\n    \(story)")
            XCTAssertEqual(all.endings, [], "\(call)\n    \(story)")
            XCTAssertEqual(workload.silentlyWaiting, [], "\(call)\n    \(story)")
            if !kinds.contains(where: \.isDestructive) {
                XCTAssertEqual(judgement.storedTwiceUnnamed, 0, "\(call)\n    \(story)")
                XCTAssertEqual(judgement.againUnnamed, 0, "\(call)\n    \(story)")
            }
            if ProcessInfo.processInfo.environment["MILLRACE_STORY"] != nil { print("    \(story)") }
            await workload.stop()
            cluster.stop()
        }
    }
#endif
