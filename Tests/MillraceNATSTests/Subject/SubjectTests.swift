#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class SubjectTests: XCTestCase {
        private struct Price: Codable, Hashable {
            let name: String
            let pence: Int
        }

        func testElementsReachSubscribersWithWildcards() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let seen = Seen<Price>()
            let subscription = nats.subject("prices.*", of: Price.self).subscribe { seen.on($0) }
            let sent = [Price(name: "tea", pence: 3), Price(name: "milk", pence: 2)]
            for price in sent { nats.subject("prices.\(price.name)").onNext(price) }
            try await nats.flush()
            await eventually { seen.count == 2 }
            XCTAssertEqual(seen.all, sent)
            XCTAssertNil(seen.ending)
            subscription.dispose()
            nats.subject("prices.tea").onNext(sent[0])
            try await nats.flush()
            XCTAssertEqual(seen.all, sent)
            await nats.close()
        }

        /// A message may be with the observer, on another thread, when the connection is closed.
        func testTheEndComesAfterTheMessageThatIsWithTheObserver() async throws {
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            let (seen, isClosed) = (Seen<String>(), DispatchSemaphore(value: 0))
            let subscription = nats.subject("a", of: Int.self).subscribe(
                onNext: { _ in
                    seen.add("in")
                    _ = isClosed.wait(timeout: .now() + 30)
                    seen.add("out")
                },
                onCompleted: { seen.add("completed") }
            )
            nats.subject("a", of: Int.self).onNext(1)
            try await nats.flush()
            await eventually { seen.count == 1 }
            // The connection's other observers are told on the same thread, one after the other.
            let told = Seen<String>()
            let status = nats.status.subscribe(onNext: { told.add("\($0)") })
            await nats.close()
            await eventually { told.all.last?.contains("closed") ?? false }
            XCTAssertEqual(seen.all, ["in"])
            isClosed.signal()
            await eventually { seen.count == 3 }
            XCTAssertEqual(seen.all, ["in", "out", "completed"])
            subscription.dispose()
            status.dispose()
        }

        func testAGroupSharesTheMessages() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let seen = [Seen<Int>(), Seen<Int>(), Seen<Int>()]
            let subscriptions = seen.map { seen in
                nats.subject("work", of: Int.self, queue: "workers").subscribe(onNext: { seen.add($0) })
            }
            let work = nats.subject("work", of: Int.self)
            for number in 0..<300 { work.onNext(number) }
            try await nats.flush()
            let came = await eventually { seen.reduce(0) { $0 + $1.count } == 300 }
            XCTAssertTrue(came)
            XCTAssertEqual(seen.flatMap { $0.all }.sorted(), Array(0..<300))
            XCTAssertTrue(seen.allSatisfy { $0.count > 0 })
            subscriptions.forEach { $0.dispose() }
            await nats.close()
        }

        /// libnats 3.4.1 may use a subscription for a message that comes just when the subscription ends: if it were freed
        /// at once, this would stop the process within some thousand rounds.
        func testSubscriptionsThatEndWhileMessagesCome() async throws {
            let server = try Server(jetStream: false)
            let (nats, other) = (try await NATS.connect(server.url), try await NATS.connect(server.url))
            let (ticks, flood) = (nats.subject("ticks", coding: .bytes), other.subject("ticks", coding: .bytes))
            let (isOver, seen) = (Locked(false), AtomicCounter.Object())
            Thread.detachNewThread {
                let payload = [UInt8](repeating: 1, count: 128)
                while !isOver.access({ $0 }) { flood.onNext(payload) }
            }
            let end = Date(timeIntervalSinceNow: 60)
            for round in 0..<10_000 where Date() < end {
                let subscription = ticks.subscribe(onNext: { _ in _ = seen.advance(by: 1) })
                usleep(UInt32(round % 300))
                subscription.dispose()
            }
            isOver.access { $0 = true }
            XCTAssertGreaterThan(seen.value, 0)
            // What has ended does not stay, while the connection does.
            let isFreed = await eventually { nats.native.events.ended.count == 0 }
            XCTAssertTrue(isFreed, "\(nats.native.events.ended.count)")
            await nats.close()
            await other.close()
        }

        func testWhatASlowObserverHasNoRoomForIsDroppedAndCounted() async throws {
            let server = try Server()
            let (nats, other) = (try await NATS.connect(server.url), try await NATS.connect(server.url))
            let seen = Seen<Int>()
            let told = Seen<Int>()
            let gate = DispatchSemaphore(value: 0)
            let slow = nats.subject(
                "ticks",
                of: Int.self,
                pending: .init(messages: 100),
                onDrop: { told.add($0) }
            )
            let subscription = slow.subscribe(onNext: {
                seen.add($0)
                if $0 == 0 { gate.wait() }
            })
            try await nats.flush()
            let ticks = other.subject("ticks", of: Int.self)
            for number in 0..<1_000 { ticks.onNext(number) }
            try await other.flush()
            // All have come: 100 wait, and one is being observed.
            let full = await eventually { slow.dropped >= 898 }
            XCTAssertTrue(full, "\(slow.dropped)")
            gate.signal()
            let settled = await eventually { seen.count + slow.dropped == 1_000 }
            XCTAssertTrue(settled)
            // The number that waits, the one that is being observed, and whatever libnats had already taken out.
            XCTAssertLessThanOrEqual(seen.count, 102)
            XCTAssertEqual(seen.all, Array(Set(seen.all)).sorted(), "in order, none twice")
            XCTAssertTrue(told.all == told.all.sorted() && told.count > 0, "\(told.all)")
            ticks.onNext(1_000)
            try await other.flush()
            let goesOn = await eventually { seen.all.last == 1_000 }
            XCTAssertTrue(goesOn, "drops do not end the subscription")
            await eventually { told.all.last == slow.dropped && nats.counts.dropped == slow.dropped }
            XCTAssertEqual(told.all.last, slow.dropped)
            XCTAssertEqual(nats.counts.dropped, slow.dropped)
            XCTAssertEqual(seen.count + slow.dropped, 1_001, "sent = received + dropped")
            subscription.dispose()
            XCTAssertEqual(seen.count + slow.dropped, 1_001, "counts stay after disposal")
            tell(
                "core, a slow observer",
                sent: 1_001,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: slow.dropped
            )
            await nats.close()
            await other.close()
        }

        func testPayloadsThatCannotBeDecodedGoToTheHandler() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let (seen, bad, problems) = (Seen<Int>(), Seen<String>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = nats.subject(
                "numbers",
                of: Int.self,
                onUndecodable: { bad.add("\($0.subject): \(String(decoding: $0.message.payload, as: UTF8.self))") }
            ).subscribe { seen.on($0) }
            let raw = nats.subject("numbers", coding: .text)
            for text in ["1", "two", "3", "", "{"] { raw.onNext(text) }
            try await nats.flush()
            await eventually { seen.count + bad.count == 5 }
            XCTAssertEqual(seen.all, [1, 3])
            XCTAssertNil(seen.ending)
            XCTAssertEqual(bad.all, ["numbers: two", "numbers: ", "numbers: {"])
            XCTAssertEqual(nats.counts.undecodable, 3)
            tell("core, bad payloads", sent: 5, delivered: seen.count, doubled: 0, dropped: bad.count)
            XCTAssertEqual(problems.count, 3)
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        func testHeadersTravelWithTheMessage() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let seen = Seen<NATS.Message>()
            let subscription = nats.subject("letters.*", coding: .message).subscribe(onNext: { seen.add($0) })
            var headers: NATS.Headers = ["Trace": "7"]
            headers.add("Trace", "8")
            try nats.subject("letters.a", coding: .bytes).send([1, 2, 3], headers: headers)
            try await nats.flush()
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all.first?.headers.values(of: "Trace"), ["7", "8"])
            XCTAssertEqual(seen.all.first?.subject, "letters.a")
            XCTAssertEqual(seen.all.first?.payload, [1, 2, 3])
            subscription.dispose()
            await nats.close()
        }

        func testAnElementThatIsTooLargeIsCountedAndReported() async throws {
            let server = try Server(configuration: "max_payload: 1000")
            let nats = try await NATS.connect(server.url)
            let problems = Seen<NATS.Problem>()
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subject = nats.subject("large", coding: .bytes)
            subject.onNext([UInt8](repeating: 0, count: 2_000))
            XCTAssertEqual(subject.unsent, 1)
            XCTAssertEqual(nats.counts.unsent, 1)
            XCTAssertEqual(problems.count, 1)
            XCTAssertThrowsError(try subject.send([UInt8](repeating: 0, count: 2_000))) {
                XCTAssertEqual(($0 as? NATS.Failure)?.kind, .tooLarge)
            }
            watching.dispose()
            await nats.close()
        }

        /// libnats would send the rest as another part of the protocol.
        func testATextThatIsNoSubjectIsRefused() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            let seen = Seen<String>()
            let subscription = nats.subject(">", coding: .message).subscribe(onNext: {
                if !$0.subject.hasPrefix("_INBOX"), !$0.subject.hasPrefix("$JS") { seen.add($0.subject) }
            })
            for name in ["a b", "a 1\r\nx\r\nPUB evil 1", ""] {
                for reception in [nats.subject(name, of: Int.self), nats.subject("a", of: Int.self, queue: name)] {
                    if reception.name == "a", name == "" { continue }
                    let ending = Seen<Int>()
                    reception.subscribe { ending.on($0) }.dispose()
                    XCTAssertTrue(ending.ending?.contains("must") ?? false, "\(ending.ending ?? "subscribed")")
                }
                XCTAssertThrowsError(try nats.subject(name, of: Int.self).send(1)) {
                    XCTAssertEqual(($0 as? NATS.Failure)?.kind, .invalid)
                }
                XCTAssertThrowsError(try nats.subject(name, of: Int.self).send(1, headers: ["a": "b"])) {
                    XCTAssertEqual(($0 as? NATS.Failure)?.kind, .invalid)
                }
                for work in [
                    Observable.of(1).publish(to: stream, coding: .json, subject: { _ in name }).map { _ in },
                    nats.request(1, to: name, reply: Int.self).asObservable().map { _ in },
                ] {
                    do {
                        _ = try await work.toArray().value
                        XCTFail("sent to \(name)")
                    } catch let failure as NATS.Failure {
                        XCTAssertEqual(failure.kind, .invalid, "\(failure)")
                    }
                }
            }
            XCTAssertThrowsError(try nats.subject("a", of: Int.self).send(1, headers: ["a: b\r\nc": "d"]))
            XCTAssertThrowsError(try nats.subject("a", of: Int.self).send(1, headers: ["b": "c\r\nd: e"]))
            try nats.subject("a", of: Int.self).send(1, headers: ["b": "c d: e"])
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all, ["a"])
            subscription.dispose()
            await nats.close()
        }

        func testAThousandSubjects() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let threads = threadCount()
            let seen = Seen<Int>()
            let subscriptions = (0..<1_000).map { number in
                nats.subject("many.\(number)", of: Int.self).subscribe(onNext: { seen.add($0) })
            }
            XCTAssertLessThan(threadCount(), threads + 24, "a thousand subjects need no threads of their own")
            for number in 0..<1_000 { nats.subject("many.\(number)").onNext(number) }
            try await nats.flush()
            let came = await eventually { seen.count == 1_000 }
            XCTAssertTrue(came, "\(seen.count) of 1,000")
            XCTAssertEqual(seen.all.sorted(), Array(0..<1_000))
            tell(
                "core, a thousand subjects",
                sent: 1_000,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: nats.counts.dropped,
                "threads \(threadCount() - threads) more"
            )
            subscriptions.forEach { $0.dispose() }
            await nats.close()
        }

        func testClosingCompletesAndGivingUpFails() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let seen = Seen<Int>()
            let subscription = nats.subject("a", of: Int.self).subscribe { seen.on($0) }
            await nats.close()
            await eventually { seen.ending != nil }
            XCTAssertEqual(seen.ending, "completed")
            XCTAssertThrowsError(try nats.subject("a", of: Int.self).send(1)) {
                XCTAssertEqual(($0 as? NATS.Failure)?.kind, .closed)
            }

            let limited = try await NATS.connect(server.url, options: with(.quick) { $0.reconnectLimit = 2 })
            let lost = Seen<Int>()
            let other = limited.subject("a", of: Int.self).subscribe { lost.on($0) }
            server.kill()
            let ended = await eventually { lost.ending != nil }
            XCTAssertTrue(ended)
            XCTAssertEqual(lost.ending, "connection: given up, after too many attempts to reconnect")
            subscription.dispose()
            other.dispose()
        }

        /// At most once: what is under way when the server is killed is lost, nothing comes twice, and the stream goes
        /// on.
        func testABrokerThatIsKilledThreeTimes() async throws {
            let server = try Server()
            let (nats, other) = (
                try await NATS.connect(server.url, options: .quick), try await NATS.connect(server.url, options: .quick)
            )
            let seen = Seen<Int>()
            let subscription = nats.subject("ticks", of: Int.self).subscribe { seen.on($0) }
            try await nats.flush()
            let ticks = other.subject("ticks", of: Int.self)
            for number in 0..<3_000 {
                if number > 0, number % 750 == 0 { try server.restart() }
                ticks.onNext(number)
                if number % 50 == 0 { try? await Task.sleep(for: .milliseconds(1)) }
            }
            // Both are connected again.
            for connection in [nats, other] {
                await eventually {
                    if connection.counts.reconnects == 0 { return false }
                    return (try? await connection.flush()) != nil
                }
            }
            ticks.onNext(3_000)
            let goesOn = await eventually { seen.all.last == 3_000 }
            XCTAssertTrue(goesOn)
            tell(
                "core, 3 kills",
                sent: 3_001,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: nats.counts.dropped,
                "lost \(3_001 - seen.count), unsent \(other.counts.unsent)"
            )
            XCTAssertEqual(seen.doubled, 0)
            XCTAssertEqual(seen.all, seen.all.sorted())
            XCTAssertNil(seen.ending)
            subscription.dispose()
            await nats.close()
            await other.close()
        }
    }
#endif
