#if NATS
    import Foundation
    import Millrace
    import MillraceNATS
    import XCTest

    final class NATSTests: XCTestCase {
        func testTheExample() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let printed = Seen<String>()
            let prices = nats.subject("prices.tea", of: Int.self)
            let subscription = prices.subscribe(onNext: { printed.add("tea costs \($0)") })
            prices.onNext(3)
            try await nats.flush()
            await eventually { printed.count == 1 }
            XCTAssertEqual(printed.all, ["tea costs 3"])
            subscription.dispose()
            await nats.close()
        }

        func testTheErrorNamesTheServersAndTheReasonAndNoCredential() async throws {
            let server = try Server(configuration: "authorization { user: ada, password: right }")
            for (url, options) in [
                ("nats://ada:wr0ng@127.0.0.1:\(server.port)", NATS.Options()),
                (server.url, with(NATS.Options()) { $0.credentials = .user("ada", password: "wr0ng") }),
                (server.url, with(NATS.Options()) { $0.credentials = .token("wr0ng") }),
            ] {
                do {
                    _ = try await NATS.connect(url, options: options)
                    XCTFail("connected")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .authorization)
                    XCTAssertEqual(failure.operation, "connection to nats://127.0.0.1:\(server.port)")
                    XCTAssertTrue(failure.reason.contains("Authorization Violation"), failure.reason)
                    XCTAssertFalse("\(failure)".contains("wr0ng"), "\(failure)")
                    XCTAssertFalse(String(reflecting: options).contains("wr0ng"))
                    var dumped = ""
                    dump(options, to: &dumped)
                    XCTAssertFalse(dumped.contains("wr0ng"), dumped)
                }
            }
            let nats = try await NATS.connect("nats://ada:right@127.0.0.1:\(server.port)")
            XCTAssertEqual(nats.server, server.url)
            let status = try await nats.status.asObservable().first().value
            XCTAssertEqual(status, .connected(server: server.url))
            await nats.close()
        }

        func testServersThatCannotBeReached() async throws {
            do {
                _ = try await NATS.connect("nats://eve:secret@127.0.0.1:1", "nats://127.0.0.1:2")
                XCTFail("connected")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .connection)
                XCTAssertEqual(failure.operation, "connection to nats://127.0.0.1:1, nats://127.0.0.1:2")
                XCTAssertFalse("\(failure)".contains("secret"), "\(failure)")
            }
        }

        func testTheStatusFollowsTheServer() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let seen = Seen<NATS.Status>()
            let subscription = nats.status.subscribe(onNext: { seen.add($0) })
            try server.restart(after: 0.1)
            await eventually { seen.count >= 4 }
            await nats.close()
            await eventually { seen.all.last == .closed }
            XCTAssertEqual(
                seen.all,
                [
                    .connected(server: server.url), .disconnected, .reconnecting, .connected(server: server.url),
                    .closed,
                ]
            )
            XCTAssertEqual(nats.counts.reconnects, 1)
            let late = try await nats.status.asObservable().first().value
            XCTAssertEqual(late, .closed)
            subscription.dispose()
        }

        func testTheServerCountsNoSubscriptionAfterDisposalAndNoConnectionAfterClose() async throws {
            let server = try Server()
            // What libnats keeps for the whole process.
            let first = try await NATS.connect(server.url)
            let warm = (0..<20).map { first.subject("warm.\($0)", of: Int.self).subscribe(onNext: { _ in }) }
            try await first.flush()
            warm.forEach { $0.dispose() }
            await first.close()
            await eventually { server.number("num_connections", of: "/connz") == 0 }
            let threads = threadCount()
            let idle = server.number("num_subscriptions", of: "/subsz")

            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.>"])
            try await stream.prepare()
            var subscriptions: [any Disposable] = []
            for number in 0..<50 { subscriptions.append(nats.subject("a.\(number)", of: Int.self).subscribe()) }
            for number in 0..<5 {
                subscriptions.append(stream.replay(of: Int.self).subscribe())
                subscriptions.append(stream.consume(durable: "d\(number)", of: Int.self).subscribe())
            }
            try await nats.flush()
            let began = await eventually {
                server.number("num_subscriptions", of: "/subsz") ?? 0 >= (idle ?? 0) + 60
                    && server.page("/jsz").contains("\"consumers\": 10")
            }
            XCTAssertTrue(began, server.page("/subsz") + server.page("/jsz"))
            subscriptions.forEach { $0.dispose() }
            try await nats.flush()
            // The durable consumers stay, with the subjects on which they are asked, and so do those of the stream.
            let ended = await eventually { server.page("/jsz").contains("\"consumers\": 5,") }
            XCTAssertTrue(ended, server.page("/jsz"))
            let own = await eventually { server.number("subscriptions", of: "/connz") ?? 99 <= 1 }
            XCTAssertTrue(own, server.page("/connz"))
            await nats.close()
            let closed = await eventually { server.number("num_connections", of: "/connz") == 0 }
            XCTAssertTrue(closed)
            let same = await eventually { threadCount() <= threads + 2 }
            XCTAssertTrue(same, "\(threadCount()) threads, \(threads) before")
        }

        func testAServerThatIsAboutToShutDownSaysSo() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let seen = Seen<NATS.Status>()
            let subscription = nats.status.subscribe(onNext: { seen.add($0) })
            server.signal(SIGUSR2)
            let said = await eventually { seen.all.contains(.lameDuck) }
            XCTAssertTrue(said, "\(seen.all)")
            subscription.dispose()
            await nats.close()
        }

        /// Others that share the thread wait meanwhile, so it is said who holds it.
        func testACallbackThatHoldsAThreadIsNamed() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value
            let problems = Seen<String>()
            let gate = DispatchSemaphore(value: 0)
            let (slow, seen) = (Seen<Int>(), Seen<Int>())
            let subscriptions: [any Disposable] = [
                nats.problems.subscribe(onNext: { problems.add("\($0)") }),
                nats.subject("slow", of: Int.self).subscribe(onNext: {
                    if $0 == 1 { gate.wait() }
                    slow.add($0)
                }),
                nats.subject("quick", of: Int.self).subscribe(onNext: { seen.add($0) }),
                stream.consume(durable: "d", of: Int.self).subscribe(onNext: {
                    gate.wait()
                    $0.ack()
                }),
            ]
            for number in 1...2 { nats.subject("slow").onNext(number) }
            let named = await eventually { problems.count == 2 }
            let text = "a callback holds a thread that others share; observe(on:) gives it one of its own"
            XCTAssertTrue(named)
            XCTAssertEqual(
                problems.all.sorted(),
                ["consumer d of S: \(text)", "subscription to slow: \(text)"]
            )
            nats.subject("quick").onNext(1)
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all, [1], "another subscription goes on")
            gate.signal()
            gate.signal()
            await eventually { slow.count == 2 }
            XCTAssertEqual(slow.all, [1, 2])
            XCTAssertEqual(problems.count, 2, "once for each call")
            subscriptions.forEach { $0.dispose() }
            await nats.close()
        }

        func testAStreamThatHasFailedHoldsNoConnection() async throws {
            let server = try Server(jetStream: false)
            let (replayed, consumed) = (Seen<NATS.Stored<Int>>(), Seen<NATS.Delivery<Int>>())
            var subscriptions: [any Disposable] = []
            do {
                let nats = try await NATS.connect(server.url)
                let stream = nats.stream("S", subjects: ["s"])
                subscriptions = [
                    stream.replay(of: Int.self).subscribe { replayed.on($0) },
                    stream.consume(durable: "d", of: Int.self).subscribe { consumed.on($0) },
                ]
                let failed = await eventually { replayed.ending != nil && consumed.ending != nil }
                XCTAssertTrue(failed)
            }
            let closed = await eventually { server.number("num_connections", of: "/connz") == 0 }
            XCTAssertTrue(closed, "the subscriptions are not disposed, and hold nothing")
            subscriptions.forEach { $0.dispose() }
        }

        func testAConnectionThatNobodyHoldsIsClosed() async throws {
            let server = try Server()
            do {
                let nats = try await NATS.connect(server.url)
                let stream = nats.stream("S", subjects: ["s"])
                let seen = Seen<Int>()
                let subscriptions: [any Disposable] = [
                    nats.subject("s", of: Int.self).subscribe(onNext: { seen.add($0) }),
                    stream.replay(of: Int.self).subscribe(onNext: { seen.add($0.element) }),
                    stream.consume(durable: "d", of: Int.self).subscribe(onNext: {
                        seen.add($0.element)
                        $0.ack()
                    }),
                ]
                await eventually { server.page("/jsz").contains("\"consumers\": 2,") }
                try await nats.flush()
                _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value
                await eventually { seen.count == 3 }
                XCTAssertEqual(seen.all, [1, 1, 1])
                subscriptions.forEach { $0.dispose() }
            }
            let closed = await eventually { server.number("num_connections", of: "/connz") == 0 }
            XCTAssertTrue(closed)
        }
    }

    func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }
#endif
