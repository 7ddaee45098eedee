#if NATS
    import Foundation

    /// What is done to a cluster while clients use it. Names and order of the cases are those of `NEMESIS`.
    enum Nemesis: String, CaseIterable, Sendable {
        case kill, pause, cut, leader, membership, rollback, flip, disk

        /// Whether it destroys what a majority of the servers has stored, so that messages may be lost.
        var isDestructive: Bool { self == .rollback || self == .flip }

        /// Does its work, for ten to twenty seconds, and puts everything right again but for what is destroyed.
        func strike(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            switch self {
            case .kill: try await kill(cluster, &random, log)
            case .pause: await pause(cluster, &random, log)
            case .cut: await cut(cluster, &random, log)
            case .leader: try await leader(cluster, &random, log)
            case .membership: try await membership(cluster, &random, log)
            case .rollback: try await rollback(cluster, &random, log)
            case .flip: try await flip(cluster, &random, log)
            case .disk: try await disk(cluster, &random, log)
            }
        }

        private func wait(_ milliseconds: ClosedRange<Int>, _ random: inout Seeded) async {
            try? await Task.sleep(for: .milliseconds(random.number(milliseconds)))
        }

        private func kill(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            for _ in 0..<2 {
                let places = random.places()
                log("kill \(places)")
                for place in places { cluster.servers[place].kill() }
                await wait(200...5_000, &random)
                for place in places { try cluster.servers[place].start() }
                await wait(500...3_000, &random)
            }
        }

        private func pause(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async {
            for _ in 0..<2 {
                let places = random.places()
                log("pause \(places)")
                for place in places { cluster.servers[place].freeze() }
                await wait(500...8_000, &random)
                for place in places { cluster.servers[place].thaw() }
                await wait(500...3_000, &random)
            }
        }

        private func cut(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async {
            for _ in 0..<2 {
                let (kind, place) = (random.number(0...3), random.number(0...2))
                let other = (place + random.number(1...2)) % 3
                switch kind {
                case 0, 1:
                    log("isolate \(place)")
                    cluster.isolate(place)
                case 2:
                    log("separate \(place) and \(other)")
                    cluster.separate(place, other)
                default:
                    log("isolate \(place), and clients from \(other)")
                    cluster.isolate(place)
                    cluster.doors[other].cut()
                }
                await wait(2_000...12_000, &random)
                cluster.mend()
                await wait(500...3_000, &random)
            }
        }

        private func leader(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            for _ in 0..<6 {
                let (place, kind) = (random.number(0...2), min(2, random.number(0...4) / 2))
                for (name, durable) in kind == 2 ? [("", "")] : cluster.streams {
                    let subject = [
                        "$JS.API.STREAM.LEADER.STEPDOWN.\(name)",
                        "$JS.API.CONSUMER.LEADER.STEPDOWN.\(name).\(durable)",
                        "$JS.API.META.LEADER.STEPDOWN",
                    ][kind]
                    let answer = try await cluster.ask(subject, of: place, asSystem: kind == 2)
                    log("\(subject.dropFirst(8)): \(answer.contains("success") ? "done" : answer)")
                }
                await wait(300...3_000, &random)
            }
        }

        /// A stream on one server instead of three, and again on three; or another server in place of one.
        private func membership(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            for _ in 0..<2 {
                if random.number(0...1) == 0 {
                    for replicas in [1, 3] {
                        let place = random.number(0...2)
                        for (name, _) in cluster.streams {
                            let answer = try await cluster.ask(
                                "$JS.API.STREAM.UPDATE.\(name)",
                                Workload.configuration(name, replicas: replicas),
                                of: place,
                                asSystem: false
                            )
                            log("replicas of \(name) \(replicas): \(answer.contains("\"error\"") ? answer : "done")")
                        }
                        await wait(1_000...5_000, &random)
                    }
                } else {
                    let place = random.number(0...2)
                    log("replace \(place)")
                    try await cluster.replace(place)
                    await cluster.becomesHealthy(within: 10)
                }
                await wait(500...2_000, &random)
            }
        }

        private func rollback(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            let places = random.places()
            log("copy the stores of \(places)")
            let files = FileManager.default
            // All at once, as a picture of the machines' disks is.
            for place in places { cluster.servers[place].kill() }
            for place in places {
                let folder = cluster.servers[place].folder
                try files.copyItem(atPath: "\(folder)/store", toPath: "\(folder)/copy")
                try cluster.servers[place].start()
            }
            await cluster.becomesHealthy(within: 15)
            await wait(2_000...8_000, &random)
            log("roll back \(places)")
            for place in places { cluster.servers[place].kill() }
            for place in places {
                let folder = cluster.servers[place].folder
                try files.removeItem(atPath: "\(folder)/store")
                try files.moveItem(atPath: "\(folder)/copy", toPath: "\(folder)/store")
                try cluster.servers[place].start()
            }
            await wait(500...3_000, &random)
        }

        private func flip(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            await wait(2_000...5_000, &random)
            let places = random.places()
            for place in places { cluster.servers[place].kill() }
            for place in places {
                // Half the time in the messages of each stream, otherwise anywhere.
                let files =
                    random.number(0...1) == 0
                    ? cluster.streams.map { name, _ in
                        cluster.files(place, "/streams/\(name)/msgs/").filter { $0.hasSuffix(".blk") }
                    } : [cluster.files(place, "")]
                for file in files.compactMap({ $0.randomElement(using: &random) }) {
                    guard var bytes = FileManager.default.contents(atPath: file), !bytes.isEmpty else { continue }
                    let (byte, bit) = (random.number(0...(bytes.count - 1)), random.number(0...7))
                    bytes[byte] ^= 1 << bit
                    _ = FileManager.default.createFile(atPath: file, contents: bytes)
                    log("flip bit \(bit) of byte \(byte) of \(bytes.count) of \(place): \(file.suffix(60))")
                }
            }
            for place in places where (try? cluster.servers[place].start()) == nil {
                // 2.9.10 restored a stream with such a file for as long as we looked, and accepted no connection.
                log("\(place) does not start again, and stays away")
                cluster.servers[place].kill()
            }
            await wait(1_000...4_000, &random)
            // Another leader reads another copy.
            let place = random.number(0...2)
            for (name, _) in cluster.streams {
                _ = try await cluster.ask("$JS.API.STREAM.LEADER.STEPDOWN.\(name)", of: place, asSystem: false)
            }
            await wait(1_000...4_000, &random)
        }

        private func disk(_ cluster: Cluster, _ random: inout Seeded, _ log: (String) -> Void) async throws {
            await wait(1_000...2_000, &random)
            let places = random.places()
            log("fill the disks of \(places)")
            for place in places { cluster.fill(place) }
            await wait(3_000...8_000, &random)
            for place in places { cluster.empty(place) }
            // A server that has found its disk full stores nothing until it is started again.
            log("empty them, and start the servers again")
            for place in places {
                cluster.servers[place].kill()
                try cluster.servers[place].start()
            }
            await wait(1_000...3_000, &random)
        }
    }
#endif
