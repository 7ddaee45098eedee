#if NATS
    import Foundation
    import Millrace
    import MillraceNATS
    import TestSupport
    import XCTest

    /// Programs that change the same keys of a bucket on three servers, one of which fails now and then.
    ///
    /// Each change that succeeded names the revision that it has replaced. If the changes of a key have one order, no
    /// two of them have replaced the same revision, each has a higher revision than the one it replaced, and what was
    /// replaced is what an earlier change, or one whose outcome was not known, has stored.
    final class KeyValueClusterTests: XCTestCase {
        struct Change: Sendable {
            let key: String
            let replaced: UInt64
            let value: String
            /// `nil` if it is not known whether it was stored.
            let revision: UInt64?
        }

        func testInShort() async throws {
            if ClusterTests.nemesis != nil || isLong { throw XCTSkip("the long form is wanted") }
            try await run([ClusterTests.seed % 2 == 0 ? .leader : .kill], ClusterTests.seed)
        }

        func testChangesOfAKeyHaveOneOrder() async throws {
            if !isLong && ClusterTests.nemesis != "keys" { throw XCTSkip("takes minutes: LONG=1") }
            if let wanted = ClusterTests.nemesis, wanted != "keys" { throw XCTSkip("\(wanted) is wanted") }
            for seed in ClusterTests.seed..<(ClusterTests.seed + ClusterTests.seeds) {
                let kinds: [Nemesis] = [.kill, .pause, .cut, .leader, .membership]
                try await run([kinds[seed % kinds.count]], seed)
            }
        }

        private func run(_ kinds: [Nemesis], _ seed: Int) async throws {
            var random = Seeded(seed)
            let cluster = try Cluster()
            // Its stream is the one that the faults know.
            let workload = try await Workload(cluster, period: 20)
            try await workload.start()
            var configuration = NATS.KeyValueConfiguration()
            (configuration.replicas, configuration.history) = (3, 1)
            let bucket = workload.reader.keyValue("b", of: String.self, configuration)
            await eventually(within: 40) {
                (try? await bucket.prepare()) != nil
            }
            let changes = Seen<Change>()
            let watched = Seen<(key: String, value: String, revision: UInt64)>()
            let watching = bucket.watch().subscribe(onNext: { watched.add(($0.key, $0.value ?? "", $0.revision)) })
            let isOver = Flag()
            let writers = (0..<4).map { writer in
                let nats = writer % 2 == 0 ? workload.reader : workload.writer
                let bucket = nats.keyValue("b", of: String.self, configuration, timeout: .seconds(4))
                return Task {
                    var count = 0
                    while !isOver.isSet {
                        count += 1
                        let (key, value) = ("k\((writer + count) % 3)", "\(writer)-\(count)")
                        guard let found = try? await Optional(bucket.get(key)) else { continue }
                        let replaced = found?.revision ?? 0
                        do {
                            let revision =
                                replaced == 0
                                ? try await bucket.create(key, value)
                                : try await bucket.update(key, value, revision: replaced)
                            changes.add(Change(key: key, replaced: replaced, value: value, revision: revision))
                        } catch let failure as NATS.Failure {
                            if failure.kind != .conflict {
                                changes.add(Change(key: key, replaced: replaced, value: value, revision: nil))
                            }
                        } catch {}
                        try? await Task.sleep(for: .milliseconds(5))
                    }
                }
            }
            await eventually { changes.count > 30 }
            for kind in kinds { try await kind.strike(cluster, &random) { workload.history.step($0) } }
            await cluster.becomesHealthy()
            let goesOn = changes.count
            let went = await eventually(within: 30) { changes.count > goesOn + 30 }
            isOver.set()
            for writer in writers { await writer.value }
            let last = try await eventualState(bucket)
            let caughtUp = await eventually(within: 30) {
                last.allSatisfy { key, revision in watched.all.last { $0.key == key }?.revision == revision }
            }
            watching.dispose()
            let faults = KeyValueClusterTests.faults(changes.all)
            print(
                "keys, \(kinds.map(\.rawValue)), SEED=\(seed): \(changes.all.count { $0.revision != nil }) changes, "
                    + "\(changes.all.count { $0.revision == nil }) not known, watched \(watched.count), faults \(faults.count)"
            )
            let story = "SEED=\(seed)\n" + (faults + workload.history.all.steps).joined(separator: "\n    ")
            XCTAssertEqual(faults, [], story)
            XCTAssertTrue(went, "changes go on: \(story)")
            XCTAssertTrue(caughtUp, "watching comes to the last revisions \(last): \(watched.all.suffix(5)) \(story)")
            await workload.stop()
            cluster.stop()
        }

        private func eventualState(_ bucket: NATS.KeyValue<String>) async throws -> [String: UInt64] {
            var state: [String: UInt64] = [:]
            for key in try await bucket.keys() { state[key] = try await bucket.get(key)?.revision }
            return state
        }

        /// What keeps the changes of a key from having one order.
        static func faults(_ changes: [Change]) -> [String] {
            var faults: [String] = []
            for (key, own) in Dictionary(grouping: changes, by: \.key) {
                let done = own.filter { $0.revision != nil }
                for (replaced, rivals) in Dictionary(grouping: done, by: \.replaced) where rivals.count > 1 {
                    faults.append("\(key): \(rivals.map(\.value)) have all replaced revision \(replaced)")
                }
                for change in done where change.revision ?? 0 <= change.replaced {
                    faults.append("\(key): \(change.value) at \(change.revision ?? 0) has replaced \(change.replaced)")
                }
                // A revision that was replaced has to come from somewhere.
                let made = Set(done.compactMap(\.revision))
                let unknown = done.count { $0.replaced != 0 && !made.contains($0.replaced) }
                let possible = own.count { $0.revision == nil }
                if unknown > possible {
                    faults.append("\(key): \(unknown) revisions come from nowhere, of \(possible)")
                }
                // Between two changes, of which one has replaced what the other has stored, there is no third one.
                let chain = done.sorted { $0.revision ?? 0 < $1.revision ?? 0 }
                for (former, next) in zip(chain, chain.dropFirst()) where next.replaced < former.revision ?? 0 {
                    faults.append(
                        "\(key): \(next.value) has replaced \(next.replaced), although \(former.value) had "
                            + "stored \(former.revision ?? 0)"
                    )
                }
            }
            return faults.sorted()
        }

        func testTheCheckFindsAForkAndALostChange() {
            func change(_ replaced: UInt64, _ revision: UInt64?, _ value: String) -> Change {
                Change(key: "k", replaced: replaced, value: value, revision: revision)
            }
            XCTAssertEqual(KeyValueClusterTests.faults([change(0, 1, "a"), change(1, 3, "b"), change(3, 4, "c")]), [])
            XCTAssertEqual(
                KeyValueClusterTests.faults([change(0, 1, "a"), change(1, nil, "?"), change(2, 3, "b")]),
                []
            )
            XCTAssertFalse(
                KeyValueClusterTests.faults([change(0, 1, "a"), change(1, 2, "b"), change(1, 3, "c")]).isEmpty
            )
            XCTAssertFalse(KeyValueClusterTests.faults([change(0, 1, "a"), change(2, 3, "b")]).isEmpty)
            XCTAssertFalse(KeyValueClusterTests.faults([change(0, 5, "a"), change(5, 4, "b")]).isEmpty)
        }
    }
#endif
