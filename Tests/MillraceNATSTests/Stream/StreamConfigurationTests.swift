#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class StreamConfigurationTests: XCTestCase {
        /// Asks JetStream for what this module has no parameter for.
        private func ask(_ nats: NATS, _ request: String, _ body: String) async throws {
            let answer = try await nats.request(body, to: "$JS.API.\(request)", coding: .text, replyCoding: .text).value
            if answer.contains("\"error\"") { throw ServerError("\(request): \(answer)") }
        }

        private func make(_ nats: NATS, _ name: String, _ more: String) async throws {
            try await ask(nats, "STREAM.CREATE.\(name)", "{\"name\":\"\(name)\",\"storage\":\"memory\"\(more)}")
        }

        private func publish(_ numbers: [Int], to stream: NATS.Stream, _ subject: String) async -> (Int, String) {
            let seen = Seen<NATS.Published>()
            let subscription = Observable.from(numbers).publish(to: stream, subject: subject).subscribe { seen.on($0) }
            await eventually { seen.ending != nil }
            subscription.dispose()
            return (seen.count, seen.ending ?? "none")
        }

        func testEachLimitRefusesOrRemoves() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let watched = Seen<String>()
            let watching = nats.problems.subscribe(onNext: { watched.add("\($0)") })
            for (number, (limit, words)) in [
                ({ $0.maxMessages = 2 }, "maximum messages exceeded"),
                ({ $0.maxBytes = 100 }, "maximum bytes exceeded"),
                ({ $0.maxMessagesPerSubject = 2 }, "maximum messages per subject exceeded"),
            ].enumerated() as EnumeratedSequence<[((inout NATS.StreamConfiguration) -> Void, String)]> {
                for discard in [NATS.StreamConfiguration.Discard.old, .new] {
                    let name = "S\(number)\(discard)"
                    let stream = nats.stream(
                        name,
                        with(NATS.StreamConfiguration(subjects: [name])) {
                            limit(&$0)
                            $0.discard = discard
                            $0.storage = .memory
                        }
                    )
                    let (count, ending) = await publish(Array(1...5), to: stream, name)
                    let kept = try await stream.info().messages
                    if discard == .old {
                        XCTAssertEqual(count, 5, name)
                        XCTAssertEqual(ending, "completed", name)
                        XCTAssertLessThan(kept, 5, name)
                    } else {
                        XCTAssertEqual(count, kept, "\(name): what is acknowledged is kept")
                        XCTAssertLessThan(count, 5, name)
                        XCTAssertTrue(ending.hasSuffix(": \(words)"), ending)
                    }
                }
            }
            XCTAssertEqual(watched.all, [], "the streams are as they were to be")
            watching.dispose()
            await nats.close()
        }

        /// The server would take a zero for no limit, or for its own default.
        func testValuesThatTheServerWouldTakeForOthers() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            for (words, change) in [
                ("maxMessages must be at least 1, not 0", { $0.maxMessages = 0 }),
                ("maxBytes must be at least 1, not -1", { $0.maxBytes = -1 }),
                ("maxMessagesPerSubject must be at least 1, not 0", { $0.maxMessagesPerSubject = 0 }),
                ("replicas must be at least 1, not 0", { $0.replicas = 0 }),
                ("maxAge must be longer than zero, not 0.0 seconds", { $0.maxAge = .zero }),
                ("duplicateWindow must be longer than zero, not 0.0 seconds", { $0.duplicateWindow = .zero }),
            ] as [(String, (inout NATS.StreamConfiguration) -> Void)] {
                do {
                    try await nats.stream("S", with(NATS.StreamConfiguration(subjects: ["s"]), change)).prepare()
                    XCTFail("made, although \(words)")
                } catch let failure as NATS.Failure {
                    XCTAssertEqual(failure.kind, .invalid)
                    XCTAssertEqual("\(failure)", "stream S: \(words)")
                }
            }
            await nats.close()
        }

        func testAStreamThatExistsWithOtherValues() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let problems = Seen<String>()
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            try await make(
                nats,
                "S",
                ",\"subjects\":[\"s\"],\"max_msgs\":7,\"max_age\":60000000000,\"discard\":\"new\",\"retention\":\"interest\","
                    + "\"max_msgs_per_subject\":2"
            )
            try await nats.stream("S", subjects: ["s"]).prepare()
            XCTAssertEqual(problems.all, [], "nothing else was said of it")
            let info = try await nats.stream(
                "S",
                with(NATS.StreamConfiguration(subjects: ["s"])) {
                    $0.discard = .new
                    $0.maxMessagesPerSubject = 2
                    $0.maxBytes = 1_000
                }
            ).prepare()
            XCTAssertEqual(info.subjects, ["s"])
            XCTAssertEqual(
                problems.all,
                [
                    "stream S: it has storage memory instead of file, retention interest instead of limits, "
                        + "discard_new_per_subject false instead of true, maxMessages 7 instead of no limit, "
                        + "maxBytes no limit instead of 1000, maxAge 60.0 seconds instead of no limit, "
                        + "duplicateWindow 60.0 seconds instead of 120.0 seconds"
                ]
            )
            watching.dispose()
            await nats.close()
        }

        /// Without a look at the stream, the first would be a wait for an acknowledgement, and the last one would go to
        /// another stream.
        func testNothingIsPublishedToAStreamThatCannotTakeOrAcknowledgeIt() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            try await make(nats, "N", ",\"subjects\":[\"n\"],\"no_ack\":true")
            try await make(nats, "O", ",\"subjects\":[\"o\"]")
            try await make(nats, "M", ",\"mirror\":{\"name\":\"O\"}")
            let (sealed, origin) = (nats.stream("C"), nats.stream("O"))
            try await make(nats, "C", ",\"subjects\":[\"c\"]")
            let (before, _) = await publish([1, 2], to: sealed, "c")
            XCTAssertEqual(before, 2)
            try await ask(
                nats,
                "STREAM.UPDATE.C",
                "{\"name\":\"C\",\"storage\":\"memory\",\"subjects\":[\"c\"],\"sealed\":true}"
            )
            let start = ContinuousClock.now
            for (name, subject, words) in [
                ("N", "n", "the stream acknowledges no message: it has the option no_ack"),
                ("C", "c", "the stream takes no messages: it is sealed"),
                ("M", "o", "the stream is a mirror of O, which keeps what is sent to its own subjects"),
            ] {
                let (count, ending) = await publish([1], to: nats.stream(name), subject)
                XCTAssertEqual(count, 0, name)
                XCTAssertEqual(ending, "publishing to \(name): \(words)")
            }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(4))
            do {
                try await nats.stream("M", subjects: ["m"]).prepare()
                XCTFail("a mirror has no subjects")
            } catch let failure as NATS.Failure {
                XCTAssertEqual(
                    "\(failure)",
                    "stream M: it exists as a mirror of O, without subjects of its own such as m"
                )
            }
            // Reading goes on: what is sealed, what a mirror has copied.
            let (stored, _) = await publish([7], to: origin, "o")
            XCTAssertEqual(stored, 1)
            let copied = try await nats.stream("M").replay(of: Int.self).first().value?.element
            XCTAssertEqual(copied, 7)
            let read = try await sealed.replay(of: Int.self).take(2).toArray().value.map(\.element)
            XCTAssertEqual(read, [1, 2])
            let consumed = Seen<Int>()
            let consuming = sealed.consume(durable: "d", of: Int.self).subscribe(onNext: {
                consumed.add($0.element)
                $0.ack()
            })
            await eventually { consumed.count == 2 }
            XCTAssertEqual(consumed.all, [1, 2])
            consuming.dispose()
            // The server does not acknowledge, but keeps what is sent.
            nats.subject("n").onNext(3)
            let kept = try await nats.stream("N").replay(of: Int.self).first().value?.element
            XCTAssertEqual(kept, 3)
            await nats.close()
        }

        /// An acknowledgement is one of the stream that was named, not of another one that keeps the subject.
        func testAnotherStreamThatKeepsTheSubject() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let (one, other) = (nats.stream("ONE", subjects: ["one"]), nats.stream("OTHER", subjects: ["other"]))
            try await one.prepare()
            try await other.prepare()
            let (count, ending) = await publish([1], to: one, "other")
            XCTAssertEqual(count, 0)
            XCTAssertTrue(ending.hasSuffix(": the stream OTHER keeps this subject, and has stored it"), ending)
            await nats.close()
        }

        func testAWorkQueueAndAStreamOfInterest() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            func stream(_ name: String, _ retention: NATS.StreamConfiguration.Retention) -> NATS.Stream {
                nats.stream(
                    name,
                    with(NATS.StreamConfiguration(subjects: [name])) {
                        $0.retention = retention
                        $0.storage = .memory
                    }
                )
            }
            let (queue, interest) = (stream("Q", .workQueue), stream("I", .interest))
            let (stored, _) = await publish(Array(1...20), to: queue, "Q")
            XCTAssertEqual(stored, 20)
            let refused = Seen<NATS.Stored<Int>>()
            let refusal = queue.replay(of: Int.self).subscribe { refused.on($0) }
            await eventually { refused.ending != nil }
            let words = refused.ending ?? "none"
            XCTAssertTrue(words.hasPrefix("making a consumer of Q: ") && words.contains("ack"), words)
            refusal.dispose()
            let (unread, _) = await publish([1], to: interest, "I")
            XCTAssertEqual(unread, 1, "acknowledged")
            let kept = try await interest.info().messages
            XCTAssertEqual(kept, 0, "and not kept: nobody is interested")

            // A consumer that is made again begins where the queue begins, whatever it remembers.
            let (seen, problems) = (Seen<Int>(), Seen<String>())
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            let subscription = queue.consume(durable: "d", of: Int.self, window: 5).subscribe(onNext: {
                seen.add($0.element)
                $0.ack()
            })
            await eventually { seen.count == 20 }
            // Otherwise, answers may be lost with the consumer, and their messages come again.
            let answered = try await eventually { try await queue.info().messages == 0 }
            XCTAssertTrue(answered)
            try await queue.deleteConsumer("d")
            let (more, _) = await publish([21, 22], to: queue, "Q")
            XCTAssertEqual(more, 2)
            let came = await eventually { seen.count == 22 }
            XCTAssertTrue(came, "\(problems.all)")
            XCTAssertEqual(seen.all, Array(1...22))
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        func testAConsumerThatExistsWithOtherValues() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await stream.prepare()
            for (name, more) in [("d", ",\"filter_subject\":\"s.a\",\"max_deliver\":3"), ("e", "")] {
                try await ask(
                    nats,
                    "CONSUMER.DURABLE.CREATE.S.\(name)",
                    "{\"stream_name\":\"S\",\"config\":{\"durable_name\":\"\(name)\",\"ack_policy\":\"explicit\","
                        + "\"deliver_policy\":\"all\",\"ack_wait\":1000000000\(more)}}"
                )
            }
            for (name, words) in [("d", "of s.a, not of s.b"), ("e", "of all subjects, not of s.b")] {
                let ended = Seen<NATS.Delivery<Int>>()
                let subscription = stream.consume(durable: name, of: Int.self, subject: "s.b").subscribe {
                    ended.on($0)
                }
                await eventually { ended.ending != nil }
                XCTAssertEqual(ended.ending, "consumer \(name) of S: it exists as a consumer \(words)")
                subscription.dispose()
            }
            let (problems, deliveries) = (Seen<String>(), Seen<NATS.Delivery<Int>>())
            let watching = nats.problems.subscribe(onNext: { problems.add("\($0)") })
            for number in 1...2 { _ = await publish([number], to: stream, "s.a") }
            // The second one waits here for its turn, longer than the consumer's own time, which is shorter than that of
            // this call.
            let subscription = stream.consume(durable: "d", of: Int.self, order: .perSubject)
                .subscribe(onNext: { deliveries.add($0) })
            await eventually { deliveries.count == 1 }
            for _ in 0..<15 {
                deliveries.all[0].inProgress()
                try await Task.sleep(for: .milliseconds(200))
            }
            deliveries.all[0].ack()
            await eventually { deliveries.count == 2 }
            deliveries.all.last?.ack()
            XCTAssertEqual(deliveries.all.map(\.element), [1, 2])
            XCTAssertEqual(deliveries.all.map(\.deliveries), [1, 1])
            XCTAssertEqual(nats.counts.doubled, 0, "the server has delivered none again while they waited here")
            XCTAssertEqual(
                problems.all,
                [
                    "consumer d of S: it exists as a consumer of s.a alone",
                    "consumer d of S: it exists with max_deliver 3: no message comes more often than that",
                ]
            )
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }
    }
#endif
