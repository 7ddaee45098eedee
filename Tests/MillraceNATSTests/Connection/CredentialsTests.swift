#if NATS
    import Foundation
    import Millrace
    import MillraceNATS
    import XCTest

    final class CredentialsTests: XCTestCase {
        private let folder = NSTemporaryDirectory() + "/millrace-keys-\(UUID().uuidString)"

        private var refusals: [String] = []

        override func setUpWithError() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        override func tearDownWithError() throws {
            try FileManager.default.removeItem(atPath: folder)
        }

        private func file(_ name: String, _ text: String) throws -> String {
            let path = "\(folder)/\(name)"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// Connects, and sends a message to itself.
        private func assertConnects(_ server: Server, _ credentials: NATS.Credentials) async throws {
            let nats = try await NATS.connect(
                server.url,
                options: with(NATS.Options()) { $0.credentials = credentials }
            )
            let seen = Seen<Int>()
            let subscription = nats.subject("a", of: Int.self).subscribe(onNext: { seen.add($0) })
            nats.subject("a").onNext(7)
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all, [7])
            // The files are read at each connection.
            try server.restart()
            let again = await eventually { nats.counts.reconnects == 1 }
            XCTAssertTrue(again, "connected again with the same credentials")
            subscription.dispose()
            await nats.close()
        }

        /// Is refused, with an error that names the server and the reason, and none of `secrets`.
        private func assertIsRefused(
            _ server: Server,
            _ credentials: NATS.Credentials,
            _ kinds: Set<NATS.Failure.Kind>,
            hiding secrets: [String]
        ) async throws {
            let options = with(NATS.Options()) { $0.credentials = credentials }
            var dumped = ""
            dump(options, to: &dumped)
            do {
                let nats = try await NATS.connect(server.url, options: options)
                await nats.close()
                XCTFail("connected with \(credentials)")
            } catch let failure as NATS.Failure {
                refusals.append("\(failure)".split(separator: ": ").last.map(String.init) ?? "")
                XCTAssertTrue(kinds.contains(failure.kind), "\(failure.kind): \(failure)")
                for secret in secrets {
                    for text in ["\(failure)", String(reflecting: failure), String(reflecting: options), dumped] {
                        XCTAssertFalse(text.contains(secret), text)
                    }
                    let log = try String(contentsOfFile: server.folder + "/log", encoding: .utf8)
                    XCTAssertFalse(log.contains(secret), log)
                }
            }
        }

        func testNKeys() async throws {
            let server = try Server(configuration: "authorization { users: [ { nkey: \(Keys.user) } ] }")
            let seed = try file("user.seed", Keys.userSeed)
            try await assertConnects(server, .nkey(Keys.user, seedFile: seed))
            let other = try file("stranger.seed", Keys.strangerSeed)
            let broken = try file("broken.seed", Keys.userSeed.dropLast(3) + "AAA")
            for (key, seedFile, secret) in [
                (Keys.stranger, other, Keys.strangerSeed), (Keys.user, other, Keys.strangerSeed),
                (Keys.user, broken, String(Keys.userSeed.dropLast(3))), (Keys.user, folder + "/missing", Keys.userSeed),
            ] {
                try await assertIsRefused(
                    server,
                    .nkey(key, seedFile: seedFile),
                    [.authorization, .connection],
                    hiding: [secret]
                )
            }
            tell("wrong credentials, NKeys", sent: 0, delivered: 0, "refused \(refusals)")
        }

        func testCredentialsFiles() async throws {
            let server = try Server(jetStream: false, configuration: Keys.operatorConfiguration)
            try await assertConnects(server, .file(try file("user.creds", Keys.credentials())))
            let otherSeed = try file("other.creds", Keys.credentials(seed: Keys.strangerSeed))
            let changed = Keys.userToken.dropLast(8) + "AAAAAAAA"
            let otherToken = try file("changed.creds", Keys.credentials(token: String(changed)))
            let withoutSeed = try file("token.creds", Keys.userToken)
            for path in [otherSeed, otherToken, withoutSeed, folder + "/missing"] {
                try await assertIsRefused(
                    server,
                    .file(path),
                    [.authorization, .connection],
                    hiding: [
                        Keys.userSeed, Keys.strangerSeed, String(Keys.userToken.suffix(40)), String(changed.suffix(40)),
                    ]
                )
            }
            tell("wrong credentials, files", sent: 0, delivered: 0, "refused \(refusals)")
        }

        /// The stream's error says that the server refuses the credentials, not that it was away.
        func testCredentialsThatAreWithdrawn() async throws {
            let server = try Server(configuration: "authorization { user: ada, password: r1ght }")
            let nats = try await NATS.connect("nats://ada:r1ght@127.0.0.1:\(server.port)", options: .quick)
            let (seen, problems, statuses) = (Seen<Int>(), Seen<NATS.Problem>(), Seen<NATS.Status>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let following = nats.status.subscribe(onNext: { statuses.add($0) })
            let subscription = nats.subject("a", of: Int.self).subscribe { seen.on($0) }
            try server.restart(replacing: "r1ght", by: "0ther")
            let ended = await eventually { seen.ending != nil }
            XCTAssertTrue(ended, "\(problems.all)")
            XCTAssertEqual(seen.ending, "connection: given up: Authorization Violation")
            tell("credentials that are withdrawn", sent: 0, delivered: seen.count, "error: \(seen.ending ?? "none")")
            await eventually { statuses.all.last == .closed }
            XCTAssertEqual(statuses.all.last, .closed)
            XCTAssertTrue(problems.all.contains { $0.reason.contains("Authorization Violation") }, "\(problems.all)")
            for text in ["\(problems.all)", "\(statuses.all)", nats.server] {
                XCTAssertFalse(text.contains("r1ght"), text)
            }
            subscription.dispose()
            watching.dispose()
            following.dispose()
            await nats.close()
        }

        func testWhatTheServerDoesNotPermit() async throws {
            let server = try Server(
                configuration: """
                    authorization {
                        users: [ { user: ada, password: r1ght, permissions: { publish: "open.>", subscribe: "open.>" } } ]
                    }
                    """
            )
            let nats = try await NATS.connect("nats://ada:r1ght@127.0.0.1:\(server.port)")
            let (seen, problems) = (Seen<Int>(), Seen<String>())
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            let subscription = nats.subject("open.a", of: Int.self).subscribe { seen.on($0) }
            nats.subject("closed.a").onNext(1)
            let told = await eventually { problems.all.contains { $0.contains("closed.a") } }
            XCTAssertTrue(told, "\(problems.all)")
            nats.subject("open.a").onNext(2)
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all, [2])
            XCTAssertNil(seen.ending)
            XCTAssertFalse("\(problems.all)".contains("r1ght"))
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }
    }
#endif
