#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// The server answers nothing to what it does not permit, and says so separately.
    final class DenialTests: XCTestCase {
        func testWhatTheWordsConcern() {
            let denial = Denial(words: "Permissions Violation for Publish to \"a.b\"")
            XCTAssertTrue(denial.concerns("a.b"))
            for subject in ["a", "a.b.c", "b", ""] { XCTAssertFalse(denial.concerns(subject), subject) }
            XCTAssertTrue(denial.concerns(prefix: "a."))
            XCTAssertFalse(denial.concerns(prefix: "b."))
            XCTAssertTrue(Denial(words: #"Permissions Violation for Publish to "a\"\\b""#).concerns(#"a"\b"#))
            XCTAssertFalse(Denial(words: "").concerns("a"))
            // libnats keeps the beginning of a long text.
            let long = String(repeating: "a", count: 300)
            let cut = Denial(words: String("Permissions Violation for Publish to \"\(long)\"".prefix(250)))
            XCTAssertTrue(cut.concerns(long))
            XCTAssertFalse(cut.concerns("a"))
        }

        private func server(_ permissions: String) throws -> Server {
            try Server(
                configuration:
                    "authorization { users: [ { user: ada, password: r1ght, permissions: { \(permissions) } } ] }"
            )
        }

        private func connect(_ server: Server) async throws -> NATS {
            try await NATS.connect("nats://ada:r1ght@127.0.0.1:\(server.port)", options: .quick)
        }

        func testPublishingFailsAtOnceWithTheServersWords() async throws {
            let server = try server("publish: { deny: [\"s.closed\"] }")
            let nats = try await connect(server)
            let stream = nats.stream("S", subjects: ["s.*"])
            let (seen, problems) = (Seen<NATS.Published>(), Seen<String>())
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            let start = ContinuousClock.now
            let subscription = Observable.of("open", "open", "closed", "open")
                .publish(to: stream, coding: .text, subject: { "s.\($0)" })
                .subscribe { seen.on($0) }
            await eventually { seen.ending != nil }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(4))
            let words = "Permissions Violation for Publish to \"s.closed\""
            XCTAssertTrue(seen.ending?.hasPrefix("message to s.closed with id ") ?? false, seen.ending ?? "none")
            XCTAssertTrue(seen.ending?.hasSuffix(": \(words)") ?? false, seen.ending ?? "none")
            XCTAssertEqual(seen.all.map(\.sequence), [1, 2], "what came before is acknowledged")
            XCTAssertTrue(problems.all.contains("publishing to S: \(words)"), "\(problems.all)")
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        func testRequestsFailAtOnceWithTheServersWords() async throws {
            let server = try server("publish: { deny: [\"closed\", \"$JS.API.STREAM.INFO.S\"] }")
            let nats = try await connect(server)
            let start = ContinuousClock.now
            let stream = nats.stream("S", subjects: ["s"])
            for (words, operation, wait) in [
                (
                    "closed", "request to closed",
                    { _ = try await nats.request(1, to: "closed", reply: Int.self, timeout: .seconds(30)).value }
                ),
                ("$JS.API.STREAM.INFO.S", "stream S", { _ = try await stream.info() }),
                ("$JS.API.STREAM.INFO.S", "stream S", { _ = try await stream.replay(of: Int.self).first().value }),
                (
                    "$JS.API.STREAM.INFO.S", "stream S",
                    { _ = try await stream.consume(durable: "d", of: Int.self).first().value }
                ),
                (
                    "$JS.API.STREAM.INFO.S", "stream S",
                    { _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value }
                ),
            ] as [(String, String, () async throws -> Void)] {
                do {
                    try await wait()
                    XCTFail("\(operation) succeeded")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .authorization, "\(failure)")
                    XCTAssertEqual("\(failure)", "\(operation): Permissions Violation for Publish to \"\(words)\"")
                }
            }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(4))
            await nats.close()
        }

        func testRepliesThatAreNotPermitted() async throws {
            let server = try server("subscribe: { deny: [\"_INBOX.>\"] }")
            let nats = try await connect(server)
            let start = ContinuousClock.now
            for attempt in 1...2 {
                do {
                    _ = try await nats.request(1, to: "a", reply: Int.self, timeout: .seconds(30)).value
                    XCTFail("answered")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .authorization, "attempt \(attempt)")
                    XCTAssertTrue(failure.reason.contains("Permissions Violation for Subscription to \"_INBOX."))
                }
            }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(4))
            await nats.close()
        }

        func testEachErrorHasItsOwnWords() async throws {
            let server = try server("publish: \"open.>\"")
            let nats = try await connect(server)
            let problems = Seen<String>()
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            // Both texts have come before the first one is told.
            for round in 0..<20 {
                nats.subject("closed.\(round).a").onNext(1)
                nats.subject("closed.\(round).b").onNext(1)
            }
            await eventually { problems.count == 40 }
            let expected = (0..<20).flatMap { round in
                ["a", "b"].map {
                    "connection: Not Permitted: Permissions Violation for Publish to \"closed.\(round).\($0)\""
                }
            }
            XCTAssertEqual(problems.all, expected)
            watching.dispose()
            await nats.close()
        }
    }
#endif
