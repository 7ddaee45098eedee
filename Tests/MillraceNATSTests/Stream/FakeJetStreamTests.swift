#if NATS
    import Dispatch
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// A program answers in place of a server's JetStream.
    final class FakeJetStreamTests: XCTestCase {
        private let asked = Seen<String>()

        /// Answers about streams as a server does that has an empty one, and about consumers with `consumer`. Requests for
        /// messages end with a status.
        private func answer(_ nats: NATS, consumer: String) async throws -> Disposable {
            let fake = nats.subject("$JS.API.>", coding: .message).subscribe(onNext: { [asked] request in
                asked.add(request.subject)
                let stream =
                    #"{"config":{"subjects":["s"]},"created":"1","#
                    + #""state":{"messages":0,"bytes":0,"first_seq":1,"last_seq":0}}"#
                let status: NATS.Headers = ["Status": "409", "Description": "Leadership Change"]
                guard let reply = request.reply else { return }
                if request.subject.contains("MSG.NEXT") {
                    try? nats.subject(reply, coding: .bytes).send([], headers: status)
                } else {
                    nats.subject(reply, coding: .text).onNext(request.subject.contains("STREAM") ? stream : consumer)
                }
            })
            try await nats.flush()
            return fake
        }

        /// What a server says of a stream with the messages 1 to `last`.
        private static func streamInfo(last: Int) -> String {
            #"{"config":{"subjects":["s"],"retention":"limits"},"created":"1","#
                + #""state":{"messages":\#(last),"bytes":0,"first_seq":1,"last_seq":\#(last)}}"#
        }

        /// A consumer that is there and does not answer is made again after waits that grow.
        func testAConsumerThatDoesNotAnswerIsNotAskedAllTheTime() async throws {
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            let position = #"{"consumer_seq":0,"stream_seq":0}"#
            let fake = try await answer(
                nats,
                consumer:
                    #"{"name":"d","config":{"deliver_policy":"all","ack_policy":"explicit","replay_policy":"instant"},"#
                    + #""delivered":\#(position),"ack_floor":\#(position),"num_ack_pending":0}"#
            )
            let subscription = nats.stream("S").consume(durable: "d", of: Int.self).subscribe()
            try await Task.sleep(for: .seconds(2))
            let requests = asked.all.filter { $0.contains("MSG.NEXT") }.count
            XCTAssertGreaterThan(requests, 2)
            XCTAssertLessThan(requests, 10)
            subscription.dispose()
            fake.dispose()
            await nats.close()
        }

        /// While its servers change, a leader of version 2.9 was seen to give an answer with nothing in it.
        func testAnAnswerThatLacksMostIsAskedForAgain() async throws {
            try await checkThatItIsAskedForAgain(
                #"{"type":"io.nats.jetstream.api.v1.consumer_info_response"}"#,
                "cannot be read"
            )
        }

        /// One of version 2.15 was seen to say this of a consumer, for a moment.
        func testAConsumerThatIsOfflineIsAskedForAgain() async throws {
            try await checkThatItIsAskedForAgain(
                #"{"error":{"code":500,"err_code":10119,"description":"consumer is offline"}}"#,
                "consumer is offline"
            )
        }

        private func checkThatItIsAskedForAgain(_ answer: String, _ words: String) async throws {
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            let fake = try await self.answer(nats, consumer: answer)
            let (problems, ends) = (Seen<NATS.Problem>(), Seen<String>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = nats.stream("S").consume(durable: "d", of: Int.self).subscribe(
                onError: { ends.add("\($0)") },
                onCompleted: { ends.add("|") }
            )
            let again = await eventually { self.asked.all.filter { $0.contains("CONSUMER.INFO") }.count >= 2 }
            XCTAssertTrue(again)
            XCTAssertTrue(problems.all.contains { "\($0)".contains(words) }, "\(problems.all)")
            XCTAssertEqual(ends.all, [])
            subscription.dispose()
            watching.dispose()
            fake.dispose()
            await nats.close()
        }

        /// While the number of its servers changed, one of version 2.9 was seen to say this of a message.
        func testAServerThatIsNoLeaderAnyMoreIsAskedAgain() async throws {
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            let fake = try await answer(nats, consumer: "")
            let answers = Locked(0)
            let storing = nats.subject("s", coding: .message).subscribe(onNext: { message in
                let number = answers.access { number in
                    number += 1
                    return number
                }
                guard let reply = message.reply else { return }
                nats.subject(reply, coding: .text).onNext(
                    number == 1
                        ? #"{"error":{"code":503,"err_code":10077,"description":"raft: not leader"}}"#
                        : #"{"stream":"S","seq":1}"#
                )
            })
            try await nats.flush()
            let published = try await Observable.just(7)
                .publish(to: nats.stream("S"), coding: .json, subject: { _ in "s" })
                .timeout(.seconds(20), scheduler: SerialDispatchQueueScheduler(qos: .default))
                .toArray().value
            XCTAssertEqual(published.map(\.sequence), [1])
            XCTAssertEqual(answers.access { $0 }, 2)
            storing.dispose()
            fake.dispose()
            await nats.close()
        }

        /// Each of two leaders has dropped messages that were on their way.
        func testEachReorderingIsReported() async throws {
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            let fake = try await answer(nats, consumer: "")
            let numbers = [95, 100, 97, 93, 94, 101]
            let storing = nats.subject("s", coding: .message).subscribe(onNext: { message in
                guard let reply = message.reply, let place = Int(String(decoding: message.payload, as: UTF8.self))
                else {
                    return
                }
                nats.subject(reply, coding: .text).onNext(#"{"stream":"S","seq":\#(numbers[place])}"#)
            })
            try await nats.flush()
            let problems = Seen<NATS.Problem>()
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let published = try await Observable.range(start: 0, count: numbers.count)
                .publish(to: nats.stream("S"), coding: .json, subject: { _ in "s" })
                .timeout(.seconds(20), scheduler: SerialDispatchQueueScheduler(qos: .default))
                .toArray().value
            XCTAssertEqual(published.map { Int($0.sequence) }, numbers)
            await eventually(within: 2) { problems.count >= 2 }
            let reported = problems.all.filter { $0.reason.contains("out of order") }.map(\.sequences)
            XCTAssertEqual(reported, [97...100, 93...100])
            storing.dispose()
            watching.dispose()
            fake.dispose()
            await nats.close()
        }

        /// The server that has the consumer is damaged, and sends heartbeats alone from the beginning.
        func testAReplayOfWhatIsNewThatGetsNothing() async throws {
            let server = try Server(jetStream: false)
            var options = NATS.Options()
            options.auditInterval = .milliseconds(50)
            let nats = try await NATS.connect(server.url, options: options)
            let last = Locked(5)
            let fake = nats.subject("$JS.API.>", coding: .message).subscribe(onNext: { request in
                guard let reply = request.reply else { return }
                let last = last.access { $0 }
                let text = nats.subject(reply, coding: .text)
                if request.subject.contains("CONSUMER.CREATE") {
                    // It has been made after number 7.
                    text.onNext(
                        #"{"name":"d","config":{"deliver_policy":"new","ack_policy":"none","replay_policy":"instant"},"#
                            + #""delivered":{"consumer_seq":0,"stream_seq":7},"#
                            + #""ack_floor":{"consumer_seq":0,"stream_seq":0},"num_ack_pending":0,"num_pending":0}"#
                    )
                } else if request.subject.contains("STREAM.INFO") {
                    text.onNext(FakeJetStreamTests.streamInfo(last: last))
                }
            })
            try await nats.flush()
            let problems = Seen<NATS.Problem>()
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = nats.stream("S").replay(from: .new, of: Int.self).subscribe()
            try await Task.sleep(for: .milliseconds(300))
            XCTAssertEqual(problems.all, [])
            // The messages up to 7 come before this replay.
            last.access { $0 = 7 }
            try await Task.sleep(for: .milliseconds(300))
            XCTAssertEqual(problems.all, [])
            last.access { $0 = 9 }
            await eventually(within: 5) { problems.all.contains { $0.reason.contains("do not come") } }
            let reported = problems.all.filter { $0.reason.contains("do not come") }.map(\.sequences)
            XCTAssertEqual(reported.first, 8...9)
            subscription.dispose()
            watching.dispose()
            fake.dispose()
            await nats.close()
        }

        /// A consumer without a leader was seen to answer no request. It was made again and again, each time before a second
        /// look could find that nothing had come since the first one.
        func testAConsumerThatIsMadeAgainAndAgainAndGetsNothing() async throws {
            for isReplay in [false, true] {
                let server = try Server(jetStream: false)
                var options = NATS.Options()
                options.auditInterval = .milliseconds(400)
                let nats = try await NATS.connect(server.url, options: options)
                let stands = consumer(delivered: 0, of: 0, answered: 0).replacingOccurrences(
                    of: #""num_pending":0"#,
                    with: #""num_pending":9"#
                )
                let fake = nats.subject("$JS.API.>", coding: .message).subscribe(onNext: { request in
                    guard let reply = request.reply else { return }
                    let text = nats.subject(reply, coding: .text)
                    if request.subject.contains("MSG.NEXT") {
                        let answers = nats.subject(reply, coding: .bytes)
                        try? answers.send([], headers: ["Status": "100", "Description": "Idle Heartbeat"])
                        // Shorter than the time between two looks.
                        DispatchQueue.global().asyncAfter(deadline: .now() + 0.35) {
                            try? answers.send([], headers: ["Status": "409", "Description": "Leadership Change"])
                        }
                    } else if request.subject.contains("CONSUMER") {
                        text.onNext(stands)
                    } else if request.subject.contains("STREAM.INFO") {
                        text.onNext(FakeJetStreamTests.streamInfo(last: 9))
                    }
                })
                try await nats.flush()
                let problems = Seen<NATS.Problem>()
                let watching = nats.problems.subscribe(onNext: { problems.add($0) })
                let stream = nats.stream("S")
                let subscription =
                    isReplay
                    ? stream.replay(of: Int.self).subscribe() : stream.consume(durable: "d", of: Int.self).subscribe()
                let isNamed = await eventually {
                    problems.all.contains { $0.reason.contains("do not come") && $0.sequences == 1...9 }
                }
                XCTAssertTrue(isNamed, "replay: \(isReplay)")
                subscription.dispose()
                watching.dispose()
                fake.dispose()
                await nats.close()
            }
        }

        /// What a consumer says of itself that has answers for all up to a number.
        private func consumer(
            delivered number: Int,
            of sequence: Int,
            answered floor: Int,
            upTo last: Int? = nil,
            waiting: Int = 0
        ) -> String {
            #"{"name":"d","config":{"deliver_policy":"all","ack_policy":"explicit","replay_policy":"instant"},"#
                + #""delivered":{"consumer_seq":\#(number),"stream_seq":\#(sequence)},"#
                + #""ack_floor":{"consumer_seq":\#(floor),"stream_seq":\#(last ?? floor)},"num_ack_pending":\#(waiting),"#
                + #""num_pending":0}"#
        }

        /// Runs a consumer beside a server that delivers one message, of the number 1, and then says `later` of the
        /// consumer, of a stream whose last number is 100. Returns the numbers of which the reports that contain `words`
        /// are.
        ///
        /// - Parameters:
        ///   - first: what the server says of the consumer at first; that it has delivered nothing, if left out.
        ///   - deliveries: the numbers of deliveries and of messages that answer the first request for messages, the
        ///     second one, and so on.
        ///   - refusals: how many questions for a message, from the first on, a server without a leader refuses.
        private func numbersReported(
            _ words: String,
            beginsAgain: Bool,
            first: String? = nil,
            deliveries: [[(number: Int, sequence: Int)]] = [[(1, 1)]],
            refusals: Int = 0,
            _ later: @escaping @Sendable (_ questions: Int) -> String
        ) async throws -> [ClosedRange<UInt64>] {
            let server = try Server(jetStream: false)
            var options = NATS.Options()
            options.auditInterval = .milliseconds(50)
            let relay = try Relay(to: server.port, disguise: ("$JS.ACK.", "$XS.ACK."))
            defer { relay.stop() }
            let nats = try await NATS.connect(relay.url, options: options)
            let (requests, questions, messages) = (Locked(0), Locked(0), Locked(0))
            let first = first ?? consumer(delivered: 0, of: 0, answered: 0)
            let fake = nats.subject("$JS.API.>", coding: .message).subscribe(onNext: { request in
                guard let reply = request.reply else { return }
                let text = nats.subject(reply, coding: .text)
                if request.subject.contains("MSG.NEXT") {
                    let number = requests.access { number in
                        number += 1
                        return number
                    }
                    for delivery in number <= deliveries.count ? deliveries[number - 1] : [] {
                        let numbers = "\(delivery.sequence).\(delivery.number)"
                        let origin = "$XS.ACK.S.d.1.\(numbers).1700000000000000000.0"
                        _ = nats.native.publish("7", to: reply, reply: origin)
                    }
                    let status: NATS.Headers = ["Status": "409", "Description": "Leadership Change"]
                    if number == 1, beginsAgain { try? nats.subject(reply, coding: .bytes).send([], headers: status) }
                } else if request.subject.contains("CONSUMER.INFO") {
                    let number = questions.access { number in
                        number += 1
                        return number
                    }
                    text.onNext(number == 1 ? first : later(number - 1))
                } else if request.subject.contains("MSG.GET") {
                    let number = messages.access { number in
                        number += 1
                        return number
                    }
                    let time = "2023-11-14T22:13:20Z"
                    text.onNext(
                        number <= refusals
                            ? #"{"error":{"code":503,"err_code":10008,"description":"temporarily unavailable"}}"#
                            : #"{"message":{"subject":"s","seq":1,"data":"Nw==","time":"\#(time)"}}"#
                    )
                } else {
                    text.onNext(FakeJetStreamTests.streamInfo(last: 100))
                }
            })
            try await nats.flush()
            let problems = Seen<NATS.Problem>()
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = nats.stream("S").consume(durable: "d", of: Int.self, maxInFlight: 16)
                .subscribe(onNext: { $0.ack() })
            // Long enough for twenty looks.
            await eventually(within: 5) { problems.all.contains { $0.reason.contains(words) } }
            subscription.dispose()
            watching.dispose()
            fake.dispose()
            await nats.close()
            return problems.all.filter { $0.reason.contains(words) }.compactMap(\.sequences)
        }

        /// A server with a damaged copy of the stream was seen to say so, and to deliver no more.
        func testAConsumerPassesOverMessages() async throws {
            let end = consumer(delivered: 1, of: 100, answered: 1)
            let numbers = try await numbersReported("counts messages as delivered", beginsAgain: false) { _ in end }
            XCTAssertEqual(numbers, [2...100])
        }

        /// The same, of one that takes some of them as answered.
        func testAConsumerTakesMessagesAsAnsweredThatItPassesOver() async throws {
            let end = consumer(delivered: 2, of: 100, answered: 2, upTo: 50)
            let numbers = try await numbersReported(
                "counts messages as delivered",
                beginsAgain: false,
                deliveries: [[(1, 1), (2, 2)]]
            ) { _ in end }
            XCTAssertEqual(numbers, [3...100])
        }

        /// The same, of one that another process has used before.
        func testAConsumerHasPassedOverMessagesBefore() async throws {
            let end = consumer(delivered: 5, of: 100, answered: 5)
            let numbers = try await numbersReported(
                "counts messages as delivered",
                beginsAgain: false,
                first: end,
                deliveries: []
            ) { _ in end }
            XCTAssertEqual(numbers, [6...100])
        }

        /// The server lacks the first messages.
        func testAConsumerThatIsNewLeavesOutMessages() async throws {
            let end = consumer(delivered: 1, of: 5, answered: 1)
            let numbers = try await numbersReported("left out", beginsAgain: false, deliveries: [[(1, 5)]]) { _ in end }
            XCTAssertEqual(numbers, [1...4])
        }

        /// The same, of a consumer that is found again.
        func testAConsumerThatIsFoundAgainHasPassedOverMessages() async throws {
            let end = consumer(delivered: 3, of: 100, answered: 1)
            let numbers = try await numbersReported("counts messages as delivered", beginsAgain: true) { _ in end }
            XCTAssertEqual(numbers, [2...100])
        }

        /// Messages went to a connection that was away, and are answered later, but not from here.
        func testWhatWentToAConnectionThatWasAwayDoesNotComeAgain() async throws {
            let (before, after) = (
                consumer(delivered: 3, of: 3, answered: 1, waiting: 2), consumer(delivered: 3, of: 3, answered: 3)
            )
            let numbers = try await numbersReported("do not come again", beginsAgain: true) { $0 < 3 ? before : after }
            XCTAssertEqual(numbers, [2...3])
        }

        /// The server that has come to lead the consumer lacks the messages between.
        func testAConsumerThatIsFoundAgainLeavesOutMessages() async throws {
            let end = consumer(delivered: 1, of: 1, answered: 1)
            let numbers = try await numbersReported(
                "left out",
                beginsAgain: true,
                deliveries: [[(1, 1)], [(2, 5)]]
            ) { _ in end }
            XCTAssertEqual(numbers, [2...4])
        }

        /// Another process has got the messages between, and the first attempt to make the consumer again has failed.
        func testWhatOthersHaveGotIsNotOwedAfterAnAttemptThatFails() async throws {
            let end = consumer(delivered: 9, of: 9, answered: 9)
            let numbers = try await numbersReported(
                "do not come again",
                beginsAgain: true,
                deliveries: [[(1, 1), (5, 5)]],
                refusals: 1
            ) { _ in end }
            XCTAssertEqual(numbers, [])
        }

        /// Another process has got the messages between.
        func testAConsumerThatOthersUseTooPassesOverNothing() async throws {
            let end = consumer(delivered: 100, of: 100, answered: 100)
            let numbers = try await numbersReported("counts messages as delivered", beginsAgain: true) { _ in end }
            XCTAssertEqual(numbers, [])
        }
    }
#endif
