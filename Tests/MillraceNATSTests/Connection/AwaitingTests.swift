#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// Each wait for a server ends within a second after its task was cancelled.
    final class AwaitingTests: XCTestCase {
        /// Runs `body` in a task, cancels the task when the body has begun to wait, and returns what it ended with, or
        /// `nil` if that took longer than a second.
        private func ending(
            after wait: Duration = .milliseconds(200),
            _ body: @escaping @Sendable () async throws -> Void
        ) async throws -> String? {
            let (began, ended) = (Seen<Bool>(), Seen<Int>())
            let task = Task {
                began.add(true)
                do {
                    try await body()
                    ended.on(.completed)
                } catch {
                    ended.on(.error(error))
                }
            }
            await eventually { began.count == 1 }
            try await Task.sleep(for: wait)
            XCTAssertNil(ended.ending, "it waits")
            task.cancel()
            return await eventually(within: 1) { ended.ending != nil } ? ended.ending : nil
        }

        private struct Waiting {
            let what: String
            let body: @Sendable () async throws -> Void

            init(_ what: String, _ body: @escaping @Sendable () async throws -> Void) {
                self.what = what
                self.body = body
            }
        }

        private static let cancellation = "CancellationError()"

        /// Accepts connections, and says nothing.
        private func silent() throws -> (file: Int32, url: String) {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let port = try Server.bindToFreePort(file)
            guard listen(file, 100) == 0 else { throw ServerError("cannot listen") }
            return (file, "nats://127.0.0.1:\(port)")
        }

        /// With the one that has asked whether the server accepts any.
        private func connectionsSoFar(_ server: Server) async -> Int {
            await eventually { server.number("total_connections", of: "/varz") ?? 0 > 0 }
            return server.number("total_connections", of: "/varz") ?? 0
        }

        func testConnectingToASilentServer() async throws {
            let (file, url) = try silent()
            defer { close(file) }
            let options = with(NATS.Options()) { $0.connectTimeout = .seconds(20) }
            let ending = try await ending { _ = try await NATS.connect(url, options: options) }
            XCTAssertEqual(ending, AwaitingTests.cancellation)
        }

        func testATaskThatIsCancelledBeforeItConnects() async throws {
            let server = try Server(jetStream: false)
            let before = await connectionsSoFar(server)
            let task = Task {
                try? await Task.sleep(for: .seconds(60))
                return try await NATS.connect(server.url)
            }
            task.cancel()
            let result = await task.result
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
            XCTAssertEqual(server.number("total_connections", of: "/varz"), before)
        }

        /// A connection that is made after the cancellation is closed.
        func testAConnectionThatNobodyWaitsForIsClosed() async throws {
            let server = try Server(jetStream: false)
            let before = await connectionsSoFar(server)
            server.freeze()
            let options = with(NATS.Options()) { $0.connectTimeout = .seconds(20) }
            let ending = try await ending { _ = try await NATS.connect(server.url, options: options) }
            XCTAssertEqual(ending, AwaitingTests.cancellation)
            server.thaw()
            let came = await eventually { server.number("total_connections", of: "/varz") == before + 1 }
            XCTAssertTrue(came)
            let closed = await eventually { server.number("num_connections", of: "/connz") == 0 }
            XCTAssertTrue(closed)
        }

        func testEveryWaitBesideAServerThatDoesNotAnswer() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            try await stream.prepare()
            let bucket = nats.keyValue("b", of: Int.self, NATS.KeyValueConfiguration())
            let revision = try await bucket.put("k", 1)
            server.freeze()
            defer { server.thaw() }
            for wait in [
                Waiting("flush", { try await nats.flush(timeout: .seconds(30)) }),
                Waiting("bucket: prepare", { try await nats.keyValue("c", of: Int.self).prepare() }),
                Waiting("get", { _ = try await bucket.get("k") }), Waiting("put", { try await bucket.put("k", 2) }),
                Waiting("create", { try await bucket.create("l", 2) }),
                Waiting("update", { try await bucket.update("k", 2, revision: revision) }),
                Waiting("delete of a key", { try await bucket.delete("k") }),
                Waiting("purge", { try await bucket.purge("k") }), Waiting("keys", { _ = try await bucket.keys() }),
                Waiting("history", { _ = try await bucket.history("k") }),
                Waiting("watch", { _ = try await bucket.watch("k").first().value }),
                Waiting(
                    "request",
                    { _ = try await nats.request(1, to: "a", reply: Int.self, timeout: .seconds(30)).value }
                ),
                Waiting("prepare", { try await stream.prepare() }), Waiting("info", { _ = try await stream.info() }),
                Waiting("delete", { try await stream.delete() }),
                Waiting("deleteConsumer", { try await stream.deleteConsumer("d") }),
                Waiting(
                    "publish",
                    { _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value }
                ),
                Waiting("replay", { _ = try await stream.replay(of: Int.self).first().value }),
                Waiting("consume", { _ = try await stream.consume(durable: "d", of: Int.self).first().value }),
                Waiting("subject", { _ = try await nats.subject("a", of: Int.self).asObservable().first().value }),
            ] {
                let ending = try await ending(after: .milliseconds(100), wait.body)
                XCTAssertEqual(ending, AwaitingTests.cancellation, wait.what)
            }
            for wait in [
                Waiting("replay", { for try await _ in stream.replay(of: Int.self).values {} }),
                Waiting("consume", { for try await _ in stream.consume(durable: "d", of: Int.self).values {} }),
                Waiting("subject", { for try await _ in nats.subject("a", of: Int.self).asObservable().values {} }),
                Waiting(
                    "acknowledging",
                    {
                        for try await _ in stream.consume(durable: "d", of: Int.self).acknowledging({ _ in }).values {}
                    }
                ),
            ] {
                let ending = try await ending(after: .milliseconds(100), wait.body)
                XCTAssertNotNil(ending, wait.what)
            }
        }

        /// libnats holds the connection's lock while it waits for a server's first word.
        func testEveryWaitWhileTheConnectionIsMadeAgain() async throws {
            let server = try Server()
            let relay = try Relay(to: server.port)
            defer { relay.stop() }
            let options = with(NATS.Options.quick) {
                $0.connectTimeout = .seconds(20)
                $0.pingInterval = .milliseconds(100)
            }
            let nats = try await NATS.connect(relay.url, options: options)
            let stream = nats.stream("S", subjects: ["s"])
            try await stream.prepare()
            let status = Seen<NATS.Status>()
            let watching = nats.status.subscribe(onNext: { status.add($0) })
            let tasks = [
                Task { for try await _ in nats.subject("a", of: Int.self).asObservable().values {} },
                Task { for try await _ in stream.replay(of: Int.self).values {} },
                Task { for try await _ in stream.consume(durable: "d", of: Int.self).values {} },
            ]
            try await nats.flush()
            relay.cut()
            let lost = await eventually { status.all.last == .reconnecting }
            XCTAssertTrue(lost, "\(status.all)")
            // The relay accepts the next connection, and is silent.
            try await Task.sleep(for: .milliseconds(500))
            for wait in [
                Waiting("info", { _ = try await stream.info() }),
                Waiting(
                    "request",
                    { _ = try await nats.request(1, to: "a", reply: Int.self, timeout: .seconds(30)).value }
                ),
                Waiting("flush", { try await nats.flush(timeout: .seconds(30)) }),
            ] {
                let ending = try await ending(after: .milliseconds(100), wait.body)
                XCTAssertEqual(ending, AwaitingTests.cancellation, wait.what)
            }
            let start = ContinuousClock.now
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
            let ending = try await ending(after: .milliseconds(100)) { await nats.close() }
            XCTAssertEqual(ending, "completed", "close returns")
            relay.mend()
            let closed = await eventually(within: 30) { status.all.last == .closed }
            XCTAssertTrue(closed, "the connection is closed all the same: \(status.all)")
            watching.dispose()
        }

        func testTheFirstResultStays() async throws {
            let place = Seen<@Sendable (Result<Int, any Error>) -> Void>()
            let task = Task { try await awaiting { place.add($0) } as Int }
            await eventually { place.count == 1 }
            let finish = place.all[0]
            finish(.success(1))
            finish(.success(2))
            task.cancel()
            finish(.failure(CancellationError()))
            let result = await task.result
            // The task may be cancelled before it has seen the result, which stays.
            XCTAssertEqual(try result.get(), 1)
            for round in 0..<500 {
                let task = Task { try await awaiting(blocking: { round }) }
                if round % 2 == 0 { await Task.yield() }
                task.cancel()
                switch await task.result {
                case .success(let number): XCTAssertEqual(number, round)
                case .failure(let error): XCTAssertTrue(error is CancellationError, "\(error)")
                }
            }
        }
    }
#endif
