#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class CutTests: XCTestCase {
        /// For seven seconds; for a minute with `MILLRACE_LONG`.
        func testAConnectionThatIsCut() async throws {
            let seconds = isLong ? 60.0 : 7
            let server = try Server()
            let relay = try Relay(to: server.port)
            let nats = try await NATS.connect(relay.url, options: .quick)
            let direct = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            let other = direct.stream("T", subjects: ["t"])
            try await stream.prepare()
            try await other.prepare()
            let (ticks, replayed, consumed, published) = (
                Seen<Int>(), Seen<Int>(), Seen<Int>(), Seen<NATS.Published>()
            )
            let problems = Seen<NATS.Problem>()
            let count = 3_000
            var subscriptions: [any Disposable] = [
                nats.problems.subscribe(onNext: { problems.add($0) }),
                nats.subject("ticks", of: Int.self).subscribe { ticks.on($0) },
                nats.stream("T").replay(of: Int.self).subscribe { replayed.on($0.map(\.element)) },
                nats.stream("T").consume(durable: "d", of: Int.self, order: .perSubject, ackWait: .seconds(2)).subscribe
                {
                    if case .next(let delivery) = $0 { delivery.ack() }
                    consumed.on($0.map(\.element))
                },
            ]
            try await nats.flush()
            func numbers(every milliseconds: Int) -> Observable<Int> {
                Observable<Int>.interval(
                    .milliseconds(milliseconds),
                    scheduler: SerialDispatchQueueScheduler(qos: .default)
                )
                .scan(-1) { number, _ in number + 1 }
                .take(count)
            }
            // As many as there is time for, so that all of it is under way when the connection is cut.
            let period = max(1, Int(seconds * 1_000) / count)
            let sent = Seen<Int>()
            let core = direct.subject("ticks", of: Int.self)
            subscriptions.append(
                numbers(every: period).subscribe(onNext: {
                    core.onNext($0)
                    sent.add($0)
                })
            )
            subscriptions.append(
                numbers(every: period).publish(to: other, subject: "t", id: { "\($0)" }).subscribe()
            )
            subscriptions.append(
                numbers(every: period).publish(to: stream, subject: "s", id: { "\($0)" }).subscribe { published.on($0) }
            )
            await eventually {
                replayed.count > 100 && consumed.count > 100 && published.count > 100 && ticks.count > 100
            }
            relay.cut()
            let cut = ContinuousClock.now
            do {
                _ = try await nats.request(1, to: "nobody", reply: Int.self, timeout: .milliseconds(500)).value
                XCTFail("answered")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .timeout)
            }
            try await Task.sleep(until: cut + .seconds(seconds), clock: .continuous)
            XCTAssertNil(replayed.ending)
            XCTAssertNil(consumed.ending)
            XCTAssertNil(published.ending)
            relay.mend()
            let done = await eventually(within: 120) {
                published.ending != nil && replayed.count == count && consumed.count == count && sent.count == count
            }
            XCTAssertTrue(done, "\(published.count), \(replayed.count), \(consumed.count): \(problems.all.suffix(5))")
            core.onNext(count)
            let goesOn = await eventually { ticks.all.last == count }
            XCTAssertTrue(goesOn, "\(ticks.count)")
            let info = try await stream.info()
            print(
                """
                a connection that is cut for \(Int(seconds)) s: \
                core: sent \(count + 1), delivered \(ticks.count), doubled \(ticks.doubled), \
                lost \(count + 1 - ticks.count), dropped \(nats.counts.dropped); \
                replay: stored \(count), delivered \(replayed.count), doubled \(replayed.doubled), \
                dropped \(count - Set(replayed.all).count); \
                durable: stored \(count), delivered \(consumed.count), doubled \(consumed.doubled), \
                dropped \(count - Set(consumed.all).count), repeats that were not emitted \(nats.counts.doubled); \
                publish: sent \(count), acknowledged \(published.count), stored \(info.messages), \
                stored before \(published.all.filter(\.isDuplicate).count); \
                connected again \(nats.counts.reconnects) times
                """
            )
            XCTAssertEqual(ticks.all, Array(Set(ticks.all)).sorted(), "in order, none twice")
            for (name, seen) in [("replay", replayed), ("durable", consumed)] {
                let wrong = zip(seen.all, 0..<count).first { $0 != $1 }
                XCTAssertNil(wrong.map { "\(name): \($0) in place of \($1)" }, "in order, without a gap, none twice")
                XCTAssertEqual(seen.count, count)
            }
            XCTAssertEqual(published.ending, "completed")
            XCTAssertEqual(published.all.map(\.sequence), Array(1...UInt64(count)))
            XCTAssertEqual(info.messages, count, "an id was stored twice, or a message was lost")
            for ending in [ticks.ending, replayed.ending, consumed.ending] { XCTAssertNil(ending) }
            XCTAssertGreaterThan(nats.counts.reconnects, 0)
            subscriptions.forEach { $0.dispose() }
            await nats.close()
            await direct.close()
            relay.stop()
        }

        /// Who sends holds libnats' lock meanwhile, so no ping could find out that the server is not there.
        func testSendingToAServerThatReadsNothing() async throws {
            let server = try Server(jetStream: false)
            let options = with(NATS.Options.quick) { $0.pingInterval = .seconds(1) }
            let nats = try await NATS.connect(server.url, options: options)
            let (status, sent) = (Seen<NATS.Status>(), Seen<Int>())
            let watching = nats.status.subscribe(onNext: { status.add($0) })
            let subject = nats.subject("s", coding: .bytes)
            server.freeze()
            Thread.detachNewThread {
                let payload = [UInt8](repeating: 1, count: 500_000)
                do {
                    // More than the buffers of the sockets take.
                    while sent.count < 200 {
                        try subject.send(payload)
                        sent.add(1)
                    }
                } catch {
                    sent.on(.error(error))
                }
            }
            let ended = await eventually(within: 10) { sent.ending != nil }
            XCTAssertTrue(ended, "sending ends")
            XCTAssertEqual(sent.ending?.hasPrefix("message to s: Timeout"), true, "\(sent.ending ?? "")")
            let lost = await eventually(within: 10) { status.all.last == .reconnecting }
            XCTAssertTrue(lost, "\(status.all)")
            server.thaw()
            let back = await eventually { status.all.last == .connected(server: server.url) }
            XCTAssertTrue(back, "\(status.all)")
            try subject.send([1])
            try await nats.flush()
            watching.dispose()
            await nats.close()
        }

        /// A publisher's connection that ends as soon as it is made is no failure.
        func testAPublishersConnectionThatEndsAtOnce() async throws {
            let server = try Server()
            let relay = try Relay(to: server.port)
            for ending in 1...3 {
                let nats = try await NATS.connect(relay.url, options: .quick)
                let stream = nats.stream("S", subjects: ["s"])
                try await stream.prepare()
                let seen = Seen<NATS.Published>()
                relay.endNext(ending)
                let subscription = Observable.from(0..<100)
                    .publish(to: stream, subject: "s", id: { "\(ending)-\($0)" })
                    .subscribe { seen.on($0) }
                let ended = await eventually { seen.ending != nil }
                XCTAssertTrue(ended)
                XCTAssertEqual(seen.ending, "completed")
                XCTAssertEqual(seen.count, 100)
                subscription.dispose()
                await nats.close()
            }
            relay.stop()
        }

        func testEventsThatComeBeforeTheConnectionIsHandedOut() {
            let shared = NATS.Shared()
            let seen = Seen<NATS.Status>()
            let subscription = shared.status.subscribe(onNext: { seen.add($0) })
            shared.take(.disconnected)
            shared.begin(.connected(server: "a"))
            shared.take(.reconnected(server: "b"))
            XCTAssertEqual(
                seen.all,
                [.connecting, .connected(server: "a"), .disconnected, .reconnecting, .connected(server: "b")]
            )
            subscription.dispose()
        }
    }
#endif
