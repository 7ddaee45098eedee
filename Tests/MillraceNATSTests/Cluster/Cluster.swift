#if NATS
    import Foundation
    import MillraceNATS
    import TestSupport
    import XCTest

    /// Three servers of the test's own. What they say to each other, and what clients say to them, goes through relays
    /// that can be cut.
    ///
    /// The servers tell nobody of their own addresses, so that nothing goes around a relay.
    final class Cluster: @unchecked Sendable {
        let servers: [Server]
        /// The ways of clients: one to each server.
        let doors: [Relay]
        /// The ways between servers: from the first to the second.
        private let routes: [[Relay?]]
        /// How often the server of each place was replaced by a new one.
        private var generations = [0, 0, 0]
        /// Where each server has a disk of its own.
        private let disks: [String]
        /// The streams, and their durable consumers, that faults are aimed at.
        var streams: [(name: String, durable: String)] = [(Workload.stream, Workload.durable)]

        var urls: [String] { doors.map(\.url) }

        /// - Parameter hasSmallDisks: whether each server stores on a disk of 48 MB of its own; needs root.
        init(hasSmallDisks: Bool = false) throws {
            let ports = try (0..<3).map { _ in try Server.freePort() }
            let routes = try (0..<3).map { from in
                try (0..<3).map { to in from == to ? nil : try Relay(to: ports[to]) }
            }
            let folders = (0..<3).map { _ in NSTemporaryDirectory() + "/millrace-nats-\(UUID().uuidString)" }
            disks = hasSmallDisks ? folders.map { "\($0)/store" } : []
            for disk in disks {
                try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
                guard Cluster.run("mount", "-t", "tmpfs", "-o", "size=48m", "millrace", disk) else {
                    throw XCTSkip("a small disk can be mounted by root alone")
                }
            }
            servers = try (0..<3).map { place in
                try Server(
                    configuration: Cluster.configuration(place, ports[place], routes[place].compactMap { $0?.port }),
                    folder: folders[place]
                )
            }
            self.routes = routes
            doors = try servers.map { try Relay(to: $0.port) }
        }

        private static func configuration(_ place: Int, _ port: Int, _ routes: [Int]) -> String {
            """
            server_name: "\(name(place, 0))"
            ping_interval: "1s"
            jetstream { store_dir: "FOLDER/store" }
            cluster {
              name: "millrace", listen: "127.0.0.1:\(port)", no_advertise: true, advertise: "127.0.0.1:1"
              routes: [\(routes.map { "\"nats-route://127.0.0.1:\($0)\"" }.joined(separator: ", "))]
            }
            accounts {
              SYS: { users: [{ user: "sys", password: "sys" }] }
              APP: { jetstream: enabled, users: [{ user: "app", password: "app" }] }
            }
            system_account: SYS
            no_auth_user: "app"

            """
        }

        private static func name(_ place: Int, _ generation: Int) -> String { "n\(place)-\(generation)" }

        func name(_ place: Int) -> String { Cluster.name(place, generations[place]) }

        /// Ends the servers and the relays.
        func stop() {
            for server in servers { server.kill() }
            for relay in doors + routes.joined().compactMap({ $0 }) { relay.stop() }
            for disk in disks { _ = Cluster.run("umount", "-l", disk) }
        }

        // MARK: Faults

        /// Cuts a server off from the two others.
        func isolate(_ place: Int) {
            for other in 0..<3 {
                routes[place][other]?.cut()
                routes[other][place]?.cut()
            }
        }

        /// Cuts two servers off from each other; both reach the third one.
        func separate(_ place: Int, _ other: Int) {
            routes[place][other]?.cut()
            routes[other][place]?.cut()
        }

        /// Everything goes through again.
        func mend() {
            for relay in doors + routes.joined().compactMap({ $0 }) { relay.mend() }
        }

        /// Takes a server away for good, and puts a new one with an empty store in its place.
        func replace(_ place: Int) async throws {
            let former = name(place)
            servers[place].kill()
            try? FileManager.default.removeItem(atPath: "\(servers[place].folder)/store")
            // The others have to elect a leader first, if it was this one.
            _ = try await eventually(within: 20) {
                try await ask("$JS.API.SERVER.REMOVE", "{\"peer\":\"\(former)\"}", of: (place + 1) % 3)
                    .contains("\"success\":true")
            }
            generations[place] += 1
            try servers[place].restart(replacing: "\"\(former)\"", by: "\"\(name(place))\"")
        }

        /// Fills a server's disk, until `empty(_:)`.
        func fill(_ place: Int) {
            let file = open("\(servers[place].folder)/store/filler", O_CREAT | O_WRONLY, 0o600)
            let bytes = [UInt8](repeating: 0, count: 65_536)
            for size in [bytes.count, 64] { while write(file, bytes, size) > 0 {} }
            close(file)
        }

        func empty(_ place: Int) {
            try? FileManager.default.removeItem(atPath: "\(servers[place].folder)/store/filler")
        }

        /// The files of a server's store below a path that contains `part`.
        func files(_ place: Int, _ part: String) -> [String] {
            let store = "\(servers[place].folder)/store"
            let paths = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String } ?? []
            var isFolder: ObjCBool = false
            return paths.sorted().map { "\(store)/\($0)" }.filter {
                $0.contains(part) && FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        }

        // MARK: What an operator does

        /// A request to a server: of the system's account, or of the program's.
        func ask(_ subject: String, _ text: String = "", of place: Int, asSystem: Bool = true) async throws -> String {
            var options = NATS.Options.quick
            options.credentials = asSystem ? .user("sys", password: "sys") : nil
            do {
                let nats = try await NATS.connect(servers[place].url, options: options)
                let answer = try? await nats.request(
                    text,
                    to: subject,
                    coding: .text,
                    replyCoding: NATS.Coding<String>.text,
                    timeout: .seconds(3)
                ).value
                await nats.close()
                return (answer ?? "no answer").filter { $0 != " " }
            } catch {
                return "\(error)"
            }
        }

        /// Waits until all servers say that they are well; or until something else is enough.
        @discardableResult
        func becomesHealthy(within seconds: Double = 30, or isEnough: () -> Bool = { false }) async -> Bool {
            await eventually(within: seconds) {
                try? await Task.sleep(for: .milliseconds(200))
                return isEnough() || servers.allSatisfy { $0.page("/healthz").contains("\"ok\"") }
            }
        }

        static func run(_ words: String...) -> Bool {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = words
            (process.standardOutput, process.standardError) = (nil, nil)
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }

    /// Random numbers that a seed gives again: SplitMix64, by Steele, Lea and Flood.
    struct Seeded: RandomNumberGenerator, Sendable {
        private var state: UInt64

        init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

        /// Some of the three places, in random order: one of them half the time, otherwise two or all.
        mutating func places() -> [Int] {
            let order = [0, 1, 2].shuffled(using: &self)
            return Array(order.prefix([1, 1, 2, 3].randomElement(using: &self) ?? 1))
        }
    }
#endif
