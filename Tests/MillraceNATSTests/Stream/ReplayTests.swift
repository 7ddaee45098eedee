#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class ReplayTests: XCTestCase {
        /// A stream with `count` numbers on the subjects `s.0`, `s.1` and `s.2`.
        private func filled(_ nats: NATS, _ count: Int, from first: Int = 1) async throws -> NATS.Stream {
            let stream = nats.stream("S", subjects: ["s.*"])
            _ = try await Observable.from(first..<(first + count))
                .publish(to: stream, coding: .json, subject: { "s.\($0 % 3)" })
                .toArray().value
            return stream
        }

        func testWhereToBegin() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = try await filled(nats, 10)
            try await Task.sleep(for: .milliseconds(20))
            let time = Date()
            try await Task.sleep(for: .milliseconds(20))
            _ = try await filled(nats, 5, from: 11)
            for (start, count, expected) in [
                (NATS.Start.all, 15, Array(1...15)),
                (.last(4), 4, Array(12...15)),
                (.last(100), 15, Array(1...15)),
                (.sequence(9), 7, Array(9...15)),
                (.time(time), 5, Array(11...15)),
                (.lastPerSubject, 3, [13, 14, 15]),
            ] {
                let seen = try await stream.replay(from: start, of: Int.self).take(count).toArray().value
                XCTAssertEqual(seen.map(\.element), expected, "\(start)")
                XCTAssertEqual(seen.map(\.sequence), expected.map { UInt64($0) }, "\(start)")
                XCTAssertEqual(seen.map(\.subject), expected.map { "s.\($0 % 3)" }, "\(start)")
                XCTAssertEqual(seen.last?.pending, 0)
            }
            let one = try await stream.replay(from: .all, of: Int.self, subject: "s.1").take(5).toArray().value
            XCTAssertEqual(one.map(\.element), [1, 4, 7, 10, 13])
            let age = try XCTUnwrap(one.first).time.timeIntervalSinceNow
            XCTAssertTrue((-60...0).contains(age), "\(age)")
            await nats.close()
        }

        /// The connection is lost before the first message has come; what is stored meanwhile must come.
        func testWhatIsStoredBeforeTheFirstMessageHasCome() async throws {
            let server = try Server()
            let direct = try await NATS.connect(server.url)
            _ = try await filled(direct, 1)
            for (start, expected) in [(NATS.Start.new, [2, 3, 4]), (.last(1), [12])] {
                let relay = try Relay(to: server.port)
                let nats = try await NATS.connect(relay.url, options: .quick)
                let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
                let watching = nats.problems.subscribe(onNext: { problems.add($0) })
                // With `.last`, the subject of none of the last ones, so that nothing comes.
                let subscription = nats.stream("S").replay(
                    from: start,
                    of: Int.self,
                    subject: start == .new ? nil : "s.0"
                )
                .subscribe(onNext: { seen.add($0.element) })
                let made = await eventually { server.page("/jsz?consumers=1").contains("\"consumers\": 1,") }
                XCTAssertTrue(made)
                relay.cut()
                try await Task.sleep(for: .seconds(4))
                _ = try await filled(direct, 3, from: start == .new ? 2 : 12)
                relay.mend()
                let came = await eventually { seen.count >= expected.count }
                XCTAssertTrue(came, "\(start): \(seen.all), \(problems.all)")
                XCTAssertEqual(seen.all, expected, "\(start)")
                XCTAssertGreaterThan(nats.counts.consumersMadeAgain, 0)
                subscription.dispose()
                watching.dispose()
                await nats.close()
                relay.stop()
            }
            await direct.close()
        }

        /// The connection is lost after the latest message of a subject, and where a subject has none: all that is stored
        /// meanwhile must come.
        func testWhatIsStoredBehindTheLatestOfASubject() async throws {
            let server = try Server()
            let relay = try Relay(to: server.port)
            let direct = try await NATS.connect(server.url)
            let nats = try await NATS.connect(relay.url, options: .quick)
            let stream = direct.stream("S", subjects: ["s.*"])
            func publish(_ numbers: ClosedRange<Int>, _ subject: @escaping @Sendable (Int) -> String) async throws {
                _ = try await Observable.from(numbers).publish(to: stream, coding: .json, subject: subject).toArray()
                    .value
            }
            try await publish(1...9) { $0 == 2 ? "s.a" : "s.other" }
            let (seen, late) = (Seen<Int>(), Seen<Int>())
            let subscriptions = [("s.a", seen), ("s.b", late)].map { subject, seen in
                nats.stream("S").replay(from: .lastPerSubject, of: Int.self, subject: subject)
                    .subscribe(onNext: { seen.add($0.element) })
            }
            let made = await eventually {
                server.page("/jsz?consumers=1").contains("\"consumers\": 2,") && seen.count == 1
            }
            XCTAssertTrue(made)
            relay.cut()
            try await Task.sleep(for: .seconds(4))
            try await publish(10...15) { $0 % 2 == 0 ? "s.a" : "s.b" }
            relay.mend()
            let came = await eventually { seen.count >= 4 && late.count >= 3 }
            XCTAssertTrue(came)
            XCTAssertEqual(seen.all, [2, 10, 12, 14])
            XCTAssertEqual(late.all, [11, 13, 15])
            for subscription in subscriptions { subscription.dispose() }
            await nats.close()
            relay.stop()
            await direct.close()
        }

        /// The latest of each subject have gaps between them, which are no loss.
        func testTheLatestOfEachSubjectAlone() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            _ = try await Observable.from(1...9)
                .publish(to: stream, coding: .json, subject: { "s.\([1, 4].contains($0) ? $0 : 9)" })
                .toArray().value
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.replay(from: .lastPerSubject, of: Int.self).subscribe(onNext: {
                seen.add($0.element)
            })
            await eventually { seen.count >= 3 }
            _ = try await filled(nats, 3, from: 10)
            await eventually { seen.count >= 6 }
            XCTAssertEqual(seen.all, [1, 4, 9, 10, 11, 12])
            XCTAssertEqual(problems.all, [])
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// A damaged server finds no next message, although the stream has more. Where the last messages were deleted, there
        /// is none.
        func testAServerThatFindsNoNextMessage() async throws {
            let server = try Server()
            var options = NATS.Options()
            // The test looks.
            options.auditInterval = nil
            let nats = try await NATS.connect(server.url, options: options)
            let stream = try await filled(nats, 10)
            for number in [2, 3, 4, 9, 10] {
                _ = try await nats.request(
                    #"{"seq":\#(number)}"#,
                    to: "$JS.API.STREAM.MSG.DELETE.S",
                    coding: NATS.Coding<String>.text,
                    replyCoding: NATS.Coding<String>.text
                ).value
            }
            let readers = Seen<StreamReader>()
            let (seen, problems) = (Seen<UInt64>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            // The other one reads a subject of which the stream has nothing more.
            let replays = [nil, "s.1"].map { subject in
                Observable<UInt64>.create(named: "replay") { observer, pressure in
                    let reader = StreamReader(
                        stream,
                        .all,
                        subject,
                        8,
                        PullTimes(),
                        false,
                        pressure,
                        emit: { observer.onNext($0.origin.sequence) },
                        end: { observer.on($0) }
                    )
                    readers.add(reader)
                    reader.begin()
                    return Disposables.create { reader.dispose() }
                }
            }
            let subscription = Observable.merge(replays).subscribe(onNext: { seen.add($0) })
            // 1 and 7 of both.
            await eventually { seen.count == 7 }
            let info = try await stream.info()
            func look(messages: Int, last: UInt64) {
                let later = NATS.StreamInfo(
                    subjects: info.subjects,
                    messages: messages,
                    bytes: info.bytes,
                    firstSequence: 1,
                    lastSequence: last,
                    created: info.created,
                    settings: info.settings,
                    isClustered: false,
                    leader: nil,
                    hasMajority: true
                )
                for _ in 0..<2 { for reader in readers.all { _ = reader.looked(later, [], []) } }
            }
            look(messages: 5, last: 10)
            try await Task.sleep(for: .milliseconds(300))
            XCTAssertEqual(problems.all, [])
            // The numbers that are missing are others; then there are too few of them.
            for (count, messages, numbers) in [(1, 5, 11...13), (2, 9, 9...13)] as [(Int, Int, ClosedRange<UInt64>)] {
                look(messages: messages, last: 13)
                let told = await eventually { problems.count >= count && nats.counts.consumersMadeAgain >= count }
                XCTAssertTrue(told)
                XCTAssertEqual(problems.all.compactMap(\.sequences).last, numbers)
                XCTAssertEqual(problems.all.compactMap(\.sequences).count, count)
                let asks = await eventually { readers.all.allSatisfy(\.session.isAsking) }
                XCTAssertTrue(asks)
            }
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// A header that the server's own statuses have, in a message without a payload.
        func testAStoredMessageThatLooksLikeAStatus() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = try await filled(nats, 1)
            let (seen, problems) = (Seen<String>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            for status in ["shipped", "100", "409"] {
                try nats.subject("s.2", coding: .bytes).send([], headers: ["Status": status])
            }
            try await nats.flush()
            _ = try await filled(nats, 1, from: 2)
            let subscription = stream.replay(coding: .message).subscribe(onNext: {
                seen.add($0.element.headers["Status"] ?? "none")
            })
            let consumed = Seen<String>()
            let consuming = stream.consume(durable: "d", coding: .message).subscribe(onNext: {
                consumed.add($0.element.headers["Status"] ?? "none")
                $0.ack()
            })
            let came = await eventually { seen.count >= 5 && consumed.count >= 5 }
            XCTAssertTrue(came, "\(seen.all), \(consumed.all), \(problems.all)")
            XCTAssertEqual(seen.all, ["none", "shipped", "100", "409", "none"])
            XCTAssertEqual(consumed.all, ["none", "shipped", "100", "409", "none"])
            XCTAssertEqual(problems.all, [])
            subscription.dispose()
            consuming.dispose()
            watching.dispose()
            await nats.close()
        }

        func testItGoesLiveWithoutAGap() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = try await filled(nats, 2_000)
            let seen = Seen<Int>()
            let subscription = stream.replay(of: Int.self, maxInFlight: 64).subscribe(onNext: { seen.add($0.element) })
            _ = try await filled(nats, 3_000, from: 2_001)
            let came = await eventually { seen.count >= 5_000 }
            XCTAssertTrue(came, "\(seen.count)")
            XCTAssertEqual(seen.all, Array(1...5_000))
            _ = try await filled(nats, 1, from: 5_001)
            await eventually { seen.count >= 5_001 }
            XCTAssertEqual(seen.all.last, 5_001)
            subscription.dispose()
            await nats.close()
        }

        func testASlowQueueBelowHoldsTheRequestsBack() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = try await filled(nats, 1_000)
            let gate = DispatchSemaphore(value: 0)
            let seen = Seen<Int>()
            let subscription = stream.replay(of: Int.self, maxInFlight: 10)
                .observe(on: SerialDispatchQueueScheduler(qos: .default), capacity: 4, overflow: .suspend)
                .subscribe(onNext: {
                    if $0.element == 1 { gate.wait() }
                    seen.add($0.element)
                })
            let asked = await eventually { server.page("/jsz?consumers=true").contains("\"num_pending\": 9") }
            XCTAssertTrue(asked, server.page("/jsz?consumers=true"))
            try await Task.sleep(for: .milliseconds(300))
            // What was asked for, what waits below, and the one that is being observed.
            let pending = try XCTUnwrap(server.number("num_pending", of: "/jsz?consumers=true"))
            XCTAssertGreaterThanOrEqual(pending, 1_000 - 10 - 4 - 1 - 5)
            gate.signal()
            let came = await eventually { seen.count == 1_000 }
            XCTAssertTrue(came, "\(seen.count)")
            tell(
                "JetStream replay, a slow observer",
                sent: 1_000,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: 1_000 - Set(seen.all).count,
                "not asked for while it was slow \(pending)"
            )
            XCTAssertEqual(seen.all, Array(1...1_000))
            subscription.dispose()
            await nats.close()
        }

        /// A server that has lost its last five messages, and has given their numbers to some others, or to all of them.
        func testNumbersThatAreGivenAgain() async throws {
            for count in [3, 7] {
                let (server, other) = (try Server(), try Server())
                let nats = try await NATS.connect(server.url, options: .quick)
                let stream = try await filled(nats, 10)
                try server.copyStore(to: other)
                try server.start()
                let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
                let watching = nats.problems.subscribe(onNext: { problems.add($0) })
                _ = try await filled(nats, 5, from: 11)
                let subscription = stream.replay(of: Int.self, subject: "s.*").subscribe { seen.on($0.map(\.element)) }
                await eventually { seen.count >= 15 }
                server.kill()
                let elsewhere = try await NATS.connect(other.url, options: .quick)
                _ = try await filled(elsewhere, count, from: 21)
                await elsewhere.close()
                try other.copyStore(to: server)
                await eventually { seen.count >= 15 + count }
                _ = try await filled(nats, 1, from: 41)
                await eventually { seen.count >= 16 + count }
                XCTAssertEqual(seen.all, Array(1...15) + Array(21..<(21 + count)) + [41])
                let reports = problems.all.filter { $0.reason.contains("has lost messages") }
                XCTAssertEqual(reports.count, 1, "\(problems.all)")
                XCTAssertNil(seen.ending)
                subscription.dispose()
                watching.dispose()
                await nats.close()
            }
        }

        /// A replay goes on, by number, if its account may not ask for a message.
        func testAnAccountThatMayNotAskForMessages() async throws {
            let server = try Server(
                configuration: """
                    authorization {
                        users: [{ user: u, password: p, permissions: { publish: { deny: ["$JS.API.STREAM.MSG.GET.>"] } } }]
                    }

                    """
            )
            let options = with(NATS.Options.quick) { $0.credentials = .user("u", password: "p") }
            let nats = try await NATS.connect(server.url, options: options)
            let stream = try await filled(nats, 10)
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.replay(of: Int.self).subscribe { seen.on($0.map(\.element)) }
            await eventually { seen.count >= 10 }
            try server.restart()
            _ = try await filled(nats, 5, from: 11)
            let came = await eventually { seen.count >= 15 }
            XCTAssertTrue(came, "\(problems.all)")
            XCTAssertEqual(seen.all, Array(1...15))
            XCTAssertTrue(problems.all.contains { $0.reason.contains("is not known") }, "\(problems.all)")
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// Nothing stored is left out or emitted twice, whatever happens to the server.
        func testABrokerThatIsKilledThreeTimes() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await stream.prepare()
            let (seen, published, problems) = (Seen<Int>(), Seen<NATS.Published>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.replay(of: Int.self).subscribe {
                seen.on($0.map(\.element))
            }
            let publishing = Observable<Int>.interval(
                .microseconds(200),
                scheduler: SerialDispatchQueueScheduler(qos: .default)
            )
            .scan(-1) { number, _ in number + 1 }
            .take(6_000)
            .publish(to: stream, coding: .json, subject: { "s.\($0 % 3)" }, maxInFlight: 256)
            .subscribe { published.on($0) }
            for kill in 1...3 {
                await eventually { published.count >= kill * 1_400 }
                try server.restart()
            }
            let done = await eventually(within: 60) { published.ending != nil }
            XCTAssertTrue(done, "\(published.count) acknowledged")
            XCTAssertEqual(published.ending, "completed")
            let came = await eventually { seen.count >= 6_000 }
            let info = try await stream.info()
            tell(
                "JetStream replay, 3 kills",
                sent: 6_000,
                acknowledged: published.count,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: 6_000 - Set(seen.all).count,
                "stored \(info.messages), repeats that were not emitted \(nats.counts.doubled), consumers made again "
                    + "\(nats.counts.consumersMadeAgain), stored before \(published.all.filter(\.isDuplicate).count)"
            )
            XCTAssertTrue(came, "\(seen.count) of 6,000: \(problems.all)")
            XCTAssertEqual(info.messages, 6_000, "an id was stored twice, or a message was lost")
            XCTAssertEqual(seen.all, Array(0..<6_000), "in order, without a gap, none twice")
            XCTAssertEqual(published.all.map(\.sequence), Array(1...6_000))
            XCTAssertFalse(problems.all.contains { $0.reason.contains("lost messages") }, "\(problems.all)")
            XCTAssertNil(seen.ending)
            subscription.dispose()
            publishing.dispose()
            watching.dispose()
            await nats.close()
        }

        func testASilentServer() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: with(.quick) { $0.pingInterval = .seconds(60) })
            let stream = try await filled(nats, 10)
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let times = with(PullTimes()) {
                $0.heartbeat = .milliseconds(200); $0.expires = .seconds(2)
            }
            let subscription =
                stream
                .replay(from: .all, coding: NATS.Coding<Int>.json, subject: nil, maxInFlight: 100, times: times)
                .subscribe(onNext: { seen.add($0.element) })
            await eventually { seen.count == 10 }
            server.freeze()
            let missed = await eventually { problems.all.contains { $0.reason == "missed heartbeats" } }
            XCTAssertTrue(missed, "\(problems.all)")
            server.thaw()
            _ = try await filled(nats, 10, from: 11)
            let came = await eventually { seen.count == 20 }
            XCTAssertTrue(came, "\(seen.count): \(problems.all)")
            XCTAssertEqual(seen.all, Array(1...20))
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        func testAStreamThatIsDeletedAndMadeAgain() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = try await filled(nats, 20)
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.replay(of: Int.self).subscribe { seen.on($0.map(\.element)) }
            await eventually { seen.count == 20 }
            try await stream.delete()
            let noticed = await eventually { problems.all.contains { $0.reason.contains("cannot be made") } }
            XCTAssertTrue(noticed, "\(problems.all)")
            XCTAssertNil(seen.ending)
            _ = try await filled(nats, 5, from: 101)
            let came = await eventually { seen.count == 25 }
            XCTAssertTrue(came, "\(seen.all): \(problems.all)")
            tell(
                "JetStream replay, a stream that is deleted",
                sent: 25,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: 25 - Set(seen.all).count
            )
            XCTAssertEqual(seen.all, Array(1...20) + Array(101...105))
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        func testWithoutJetStreamAndWithoutAStream() async throws {
            let plain = try Server(jetStream: false)
            let nats = try await NATS.connect(plain.url)
            var refused: [String] = []
            for ending in [
                nats.stream("S", subjects: ["s"]).replay(of: Int.self).map { _ in },
                nats.stream("S", subjects: ["s"]).consume(durable: "d", of: Int.self).map { _ in },
                Observable.of(1).publish(to: nats.stream("S", subjects: ["s"]), subject: "s").map { _ in },
            ] {
                do {
                    _ = try await ending.toArray().value
                    XCTFail("no error")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .noJetStream, "\(failure)")
                    refused.append("\(failure)")
                }
            }
            tell("a server without JetStream", sent: 1, acknowledged: 0, delivered: 0, "errors \(refused)")
            await nats.close()

            let server = try Server()
            let other = try await NATS.connect(server.url)
            do {
                _ = try await other.stream("S").replay(of: Int.self).toArray().value
                XCTFail("no error")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(failure.kind, .notFound)
                XCTAssertEqual("\(failure)", "stream S: it does not exist, and no subjects say how to make it")
            }
            await other.close()
        }

        func testPayloadsThatCannotBeDecodedGoToTheHandler() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            _ = try await Observable.of("1", "two", "3")
                .publish(to: stream, coding: .text, subject: { _ in "s" }).toArray().value
            let (seen, bad) = (Seen<Int>(), Seen<UInt64>())
            let subscription = stream.replay(of: Int.self, onUndecodable: { bad.add($0.sequence ?? 0) })
                .subscribe { seen.on($0.map(\.element)) }
            await eventually { seen.count == 2 }
            XCTAssertEqual(seen.all, [1, 3])
            XCTAssertEqual(bad.all, [2])
            XCTAssertNil(seen.ending)
            tell("JetStream replay, bad payloads", sent: 3, delivered: seen.count, doubled: 0, dropped: bad.count)
            subscription.dispose()
            await nats.close()
        }
    }

    extension Event {
        func map<Result>(_ transform: (Element) -> Result) -> Event<Result> {
            switch self {
            case .next(let element): .next(transform(element))
            case .error(let error): .error(error)
            case .completed: .completed
            }
        }
    }
#endif
