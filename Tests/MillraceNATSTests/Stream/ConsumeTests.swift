#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class ConsumeTests: XCTestCase {
        private func publish(_ numbers: some Sequence<Int> & Sendable, to stream: NATS.Stream) async throws {
            _ = try await Observable.from(Array(numbers))
                .publish(to: stream, coding: .json, subject: { "s.\($0 % 3)" }, id: { "id-\($0)" })
                .toArray().value
        }

        private func unanswered(_ server: Server) -> Int? {
            server.number("num_ack_pending", of: "/jsz?consumers=true")
        }

        func testAcknowledgedMessagesAreNotDeliveredAgain() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...1_000, to: stream)
            let seen = Seen<Int>()
            let first = stream.consume(durable: "d", of: Int.self, maxInFlight: 64).take(400)
                .subscribe(onNext: { delivery in
                    seen.add(delivery.element)
                    delivery.ack()
                })
            await eventually { seen.count == 400 }
            first.dispose()
            try await nats.flush()
            // What was under way when the first one ended comes when its time is over, or at once if it had come.
            let second = stream.consume(
                with(DurableOptions(name: "d")) { $0.maxInFlight = 64 },
                Decoder(coding: NATS.Coding<Int>.json, shared: nats.shared, onUndecodable: nil)
            ).subscribe(onNext: { delivery in
                seen.add(delivery.element)
                delivery.ack()
            })
            let rest = await eventually { seen.count >= 1_000 - 64 }
            XCTAssertTrue(rest, "\(seen.count)")
            XCTAssertEqual(seen.count, Set(seen.all).count, "none twice")
            second.dispose()
            await nats.close()
        }

        func testAtMostSoManyAreUnderWay() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...500, to: stream)
            let deliveries = Seen<NATS.Delivery<Int>>()
            let subscription = stream.consume(durable: "d", of: Int.self, maxInFlight: 20)
                .subscribe(onNext: { deliveries.add($0) })
            await eventually { deliveries.count == 20 }
            try await Task.sleep(for: .milliseconds(200))
            XCTAssertEqual(deliveries.count, 20)
            XCTAssertEqual(unanswered(server), 20)
            deliveries.all.prefix(5).forEach { $0.ack() }
            let more = await eventually { deliveries.count == 25 }
            XCTAssertTrue(more, "\(deliveries.count)")
            try await Task.sleep(for: .milliseconds(100))
            XCTAssertEqual(deliveries.count, 25)
            XCTAssertEqual(unanswered(server), 20)
            subscription.dispose()
            await nats.close()
        }

        func testAnswers() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...4, to: stream)
            let seen = Seen<String>()
            let subscription = stream.consume(durable: "d", of: Int.self).subscribe(onNext: { delivery in
                seen.add("\(delivery.element) on \(delivery.subject), \(delivery.deliveries)")
                switch (delivery.element, delivery.deliveries) {
                case (2, 1): delivery.nack()
                case (3, 1): delivery.nack(after: .milliseconds(50))
                case (4, _): delivery.reject()
                default: delivery.ack()
                }
                delivery.ack()  // ignored
            })
            let done = await eventually { seen.count == 6 && unanswered(server) == 0 }
            XCTAssertTrue(done, "\(seen.all)")
            XCTAssertEqual(
                seen.all.sorted(),
                ["1 on s.1, 1", "2 on s.2, 1", "2 on s.2, 2", "3 on s.0, 1", "3 on s.0, 2", "4 on s.1, 1"]
            )
            XCTAssertEqual(nats.counts.answeredTwice, 6)
            subscription.dispose()
            await nats.close()
        }

        func testADeliveryThatIsReleasedComesAgain() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...3, to: stream)
            for order in [NATS.Order.none, .perSubject] {
                let seen = Seen<String>()
                let subscription = stream.consume(
                    durable: "d-\(order)",
                    of: Int.self,
                    order: order,
                    ackWait: .milliseconds(300)
                ).subscribe(onNext: { delivery in
                    seen.add("\(delivery.element), \(delivery.deliveries)")
                    if delivery.element != 2 || delivery.deliveries > 1 { delivery.ack() }
                })
                let again = await eventually { seen.count == 4 }
                XCTAssertTrue(again, "\(seen.all)")
                XCTAssertEqual(seen.all.sorted(), ["1, 1", "2, 1", "2, 2", "3, 1"])
                subscription.dispose()
            }
            XCTAssertEqual(nats.counts.abandoned, 2)
            await nats.close()
        }

        func testWhatWaitsForItsTurnIsNotDeliveredAgain() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish([3, 6, 9, 1], to: stream)
            let seen = Seen<Int>()
            let held = Seen<NATS.Delivery<Int>>()
            let subscription = stream.consume(
                durable: "d",
                of: Int.self,
                order: .perSubject,
                ackWait: .milliseconds(300)
            ).subscribe(onNext: { delivery in
                seen.add(delivery.element)
                if delivery.element == 3 { held.add(delivery) } else { delivery.ack() }
            })
            await eventually { seen.count == 2 }
            XCTAssertEqual(seen.all, [3, 1], "6 and 9 wait for 3")
            for _ in 0..<10 {
                try await Task.sleep(for: .milliseconds(100))
                held.all[0].inProgress()
            }
            XCTAssertEqual(seen.all, [3, 1])
            held.all[0].ack()
            await eventually { seen.count == 4 }
            XCTAssertEqual(seen.all, [3, 1, 6, 9])
            XCTAssertEqual(server.number("num_redelivered", of: "/jsz?consumers=true"), 0)
            subscription.dispose()
            await nats.close()
        }

        func testAMessageThatIsTriedAgainKeepsItsPlace() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...30, to: stream)
            let seen = Seen<Int>()
            let subscription = stream.consume(durable: "d", of: Int.self, order: .perSubject)
                .subscribe(onNext: { delivery in
                    if delivery.element % 5 == 0, delivery.deliveries < 3 {
                        return delivery.nack(after: .milliseconds(delivery.deliveries * 10))
                    }
                    seen.add(delivery.element)
                    delivery.ack()
                })
            let done = await eventually { seen.count == 30 }
            XCTAssertTrue(done, "\(seen.all)")
            for rest in 0..<3 {
                XCTAssertEqual(seen.all.filter { $0 % 3 == rest }, (1...30).filter { $0 % 3 == rest })
            }
            subscription.dispose()
            await nats.close()
        }

        func testPayloadsThatCannotBeDecodedAreRejected() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            _ = try await Observable.of("1", "two", "3")
                .publish(to: stream, coding: .text, subject: { _ in "s" }).toArray().value
            for order in [NATS.Order.none, .perSubject] {
                let (seen, bad) = (Seen<Int>(), Seen<UInt64>())
                let subscription = stream.consume(
                    durable: "d-\(order)",
                    of: Int.self,
                    order: order,
                    onUndecodable: { bad.add($0.sequence ?? 0) }
                ).subscribe(onNext: { delivery in
                    seen.add(delivery.element)
                    delivery.ack()
                })
                let done = await eventually { seen.count == 2 && bad.count == 1 && unanswered(server) == 0 }
                XCTAssertTrue(done, "\(seen.all) \(bad.all)")
                XCTAssertEqual(seen.all, [1, 3])
                XCTAssertEqual(bad.all, [2])
                subscription.dispose()
                tell(
                    "JetStream durable, bad payloads, order \(order)",
                    sent: 3,
                    delivered: seen.count,
                    doubled: 0,
                    dropped: bad.count
                )
            }
            await nats.close()
        }

        /// A consumer that dies between handling and acknowledging: another one gets the message.
        func testAConsumerThatDiesBeforeItAcknowledges() async throws {
            let server = try Server()
            let (nats, dying) = (try await NATS.connect(server.url), try await NATS.connect(server.url))
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...100, to: stream)
            let handled = Seen<Int>()
            let held = Seen<NATS.Delivery<Int>>()
            let first = dying.stream("S").consume(durable: "d", of: Int.self, maxInFlight: 10, ackWait: .seconds(1))
                .subscribe(onNext: { delivery in
                    handled.add(delivery.element)
                    if delivery.element == 42 { held.add(delivery) } else { delivery.ack() }
                })
            await eventually { handled.all.contains(42) }
            await dying.close()
            first.dispose()
            let acknowledged = Set(handled.all).subtracting([42])
            let second = stream.consume(durable: "d", of: Int.self, maxInFlight: 10).subscribe(onNext: { delivery in
                handled.add(delivery.element)
                delivery.ack()
            })
            let done = await eventually { Set(handled.all).count == 100 && unanswered(server) == 0 }
            XCTAssertTrue(done, "\(Set(1...100).subtracting(handled.all))")
            let twice = Dictionary(grouping: handled.all, by: { $0 }).filter { $0.value.count > 1 }.keys.sorted()
            tell(
                "JetStream durable, a consumer dies",
                sent: 100,
                acknowledged: acknowledged.count,
                delivered: handled.count,
                doubled: handled.doubled,
                dropped: 100 - Set(handled.all).count,
                "handled twice \(twice)"
            )
            XCTAssertTrue(twice.contains(42))
            // Beside it, only what was being acknowledged when the connection was closed.
            XCTAssertLessThanOrEqual(twice.count, 10)
            second.dispose()
            await nats.close()
        }

        func testAConsumerAndAStreamThatAreDeleted() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...50, to: stream)
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.consume(durable: "d", of: Int.self).subscribe {
                if case .next(let delivery) = $0 { delivery.ack() }
                seen.on($0.map(\.element))
            }
            await eventually { seen.count == 50 && unanswered(server) == 0 }
            try await stream.deleteConsumer("d")
            try await publish(51...100, to: stream)
            let again = await eventually { seen.count == 100 }
            XCTAssertTrue(again, "\(seen.count): \(problems.all)")
            XCTAssertEqual(seen.all, Array(1...100), "made again, without what was acknowledged")
            XCTAssertEqual(nats.counts.doubled, 50)
            try await stream.delete()
            let noticed = await eventually { problems.all.contains { $0.reason.contains("cannot be made") } }
            XCTAssertTrue(noticed, "\(problems.all)")
            try await publish(201...210, to: stream)
            let other = await eventually { seen.count == 110 }
            XCTAssertTrue(other, "\(seen.count): \(problems.all)")
            XCTAssertEqual(Array(seen.all.suffix(10)), Array(201...210))
            tell(
                "JetStream durable, a consumer and a stream that are deleted",
                sent: 110,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: 110 - Set(seen.all).count,
                "repeats that were not emitted \(nats.counts.doubled)"
            )
            XCTAssertNil(seen.ending)
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// What was delivered to a process that has ended comes before later messages of its subject.
        func testAnotherProcessTakesOverInTheOrderOfEachSubject() async throws {
            let server = try Server()
            let (nats, dying) = (try await NATS.connect(server.url), try await NATS.connect(server.url))
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...90, to: stream)
            let held = Seen<NATS.Delivery<Int>>()
            let first = dying.stream("S").consume(durable: "d", of: Int.self, subject: "s.1", maxInFlight: 8)
                .subscribe(onNext: { delivery in
                    held.add(delivery)
                    // The first is answered, and so is one in the middle.
                    if delivery.element == 1 || delivery.element == 10 { delivery.ack() }
                })
            await eventually { held.count >= 8 }
            await dying.close()
            let start = ContinuousClock.now
            let seen = Seen<Int>()
            let second = stream.consume(durable: "d", of: Int.self, subject: "s.1", order: .perSubject)
                .subscribe(onNext: { delivery in
                    seen.add(delivery.element)
                    delivery.ack()
                })
            let done = await eventually { seen.count >= 28 }
            XCTAssertTrue(done, "\(seen.all)")
            XCTAssertEqual(seen.all, (1...90).filter { $0 % 3 == 1 && $0 != 1 && $0 != 10 })
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(15), "without a wait for the end of their time")
            first.dispose()
            second.dispose()
            await nats.close()
        }

        /// What has gone back to the server comes again, however far it is behind, if the consumer is made again.
        func testWhatWasReturnedBeforeTheConsumerWasDeleted() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...60, to: stream)
            let seen = Seen<Int>()
            let held = Seen<NATS.Delivery<Int>>()
            let options = with(DurableOptions(name: "d")) { $0.window = 10 }
            let subscription = stream.consume(
                options,
                Decoder(coding: NATS.Coding<Int>.json, shared: nats.shared, onUndecodable: nil)
            ).subscribe(onNext: { delivery in
                seen.add(delivery.element)
                let isFirst = seen.all.filter { $0 == delivery.element }.count == 1
                switch delivery.element {
                case 3 where isFirst: delivery.nack(after: .seconds(60))
                case 2 where isFirst: held.add(delivery)
                default: delivery.ack()
                }
            })
            await eventually { seen.count == 60 && unanswered(server) == 2 }
            try await stream.deleteConsumer("d")
            let again = await eventually { seen.all.filter { $0 == 3 }.count == 2 }
            XCTAssertTrue(again, "\(seen.all.suffix(60))")
            // One that a handler had when the consumer was deleted.
            held.all.first?.nack()
            let returned = await eventually { seen.all.filter { $0 == 2 }.count == 2 }
            XCTAssertTrue(returned, "\(seen.all.suffix(60))")
            subscription.dispose()
            await nats.close()
        }

        /// Somebody else has made the consumer, and has limited what may be asked for at a time.
        func testAConsumerThatGivesLittleAtATime() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...100, to: stream)
            let configuration =
                #"{"stream_name":"S","config":{"durable_name":"d","deliver_policy":"all","ack_policy":"explicit","#
                + #""replay_policy":"instant","max_batch":7,"max_expires":10000000000}}"#
            _ = try await nats.request(
                configuration,
                to: "$JS.API.CONSUMER.DURABLE.CREATE.S.d",
                coding: NATS.Coding<String>.text,
                replyCoding: NATS.Coding<String>.text
            ).value
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.consume(durable: "d", of: Int.self).subscribe(onNext: { delivery in
                seen.add(delivery.element)
                delivery.ack()
            })
            let came = await eventually { seen.count == 100 }
            XCTAssertTrue(came, "\(seen.count): \(problems.all)")
            try await publish(101...103, to: stream)
            let live = await eventually { seen.count == 103 }
            XCTAssertTrue(live, "\(seen.count): \(problems.all)")
            XCTAssertEqual(seen.all, Array(1...103))
            XCTAssertEqual(problems.all, [])
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        /// Disposal while messages come, wait for another attempt and are answered: nothing is left behind.
        func testDisposalAtAnyMoment() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            try await publish(1...300, to: stream)
            for round in 0..<40 {
                let seen = Seen<Int>()
                let subscription = stream.consume(durable: "d", of: Int.self, maxInFlight: 64, order: .perSubject)
                    .subscribe(onNext: { delivery in
                        seen.add(delivery.element)
                        delivery.nack(after: .microseconds(50 * (delivery.element % 7)))
                    })
                let replay = stream.replay(of: Int.self, maxInFlight: 16).subscribe(onNext: { seen.add($0.element) })
                if round % 4 > 0 { await eventually { seen.count > round } }
                subscription.dispose()
                replay.dispose()
            }
            try await nats.flush()
            XCTAssertEqual(nats.shared.listenerCount, 0)
            let gone = await eventually { server.page("/jsz").contains("\"consumers\": 1,") }
            XCTAssertTrue(gone, "the consumers of the replays are deleted: \(server.page("/jsz"))")
            let seen = Seen<Int>()
            // Also what was on its way at the last disposal: this order asks for it.
            let last = stream.consume(durable: "d", of: Int.self, order: .perSubject).subscribe(onNext: {
                seen.add($0.element)
                $0.ack()
            })
            let done = await eventually { seen.count == 300 }
            XCTAssertTrue(done, "all of it is delivered at once: \(seen.count)")
            last.dispose()
            await nats.close()
        }

        /// It leaves out what is not its own, and is said once to do so.
        func testAConsumerThatOthersHaveMadeForOneSubjectLeavesOutNothing() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["a", "b"])
            try await stream.prepare()
            _ = try await nats.request(
                Array(
                    #"{"stream_name":"S","config":{"durable_name":"d","ack_policy":"explicit","filter_subject":"a"}}"#
                        .utf8
                ),
                to: "$JS.API.CONSUMER.DURABLE.CREATE.S.d",
                coding: .bytes,
                replyCoding: NATS.Coding<String>.text
            ).value
            for (number, subject) in ["a", "b", "a", "b", "a"].enumerated() {
                _ = try await Observable.just(number).publish(to: stream, subject: subject).toArray().value
            }
            let (problems, numbers) = (Seen<String>(), Seen<Int>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0.reason) })
            let subscription = stream.consume(durable: "d", of: Int.self).subscribe(onNext: {
                numbers.add($0.element)
                $0.ack()
            })
            await eventually { numbers.count == 3 }
            XCTAssertEqual(numbers.all, [0, 2, 4])
            XCTAssertEqual(problems.all, ["it exists as a consumer of a alone"])
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }
    }
#endif
