#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// A durable consumer and a publisher, while their broker is killed and started again.
    final class ConsumeKilledBrokerTests: XCTestCase {
        /// Nothing that was acknowledged to the publisher is lost, nothing is emitted twice within the window.
        func testABrokerThatIsKilledThreeTimes() async throws {
            try await kill(times: 3, count: 10_000)
        }

        /// Also what was on its way when the broker was killed comes before later messages of its subject.
        func testABrokerThatIsKilledThreeTimesInTheOrderOfEachSubject() async throws {
            try await kill(times: 3, count: 6_000, order: .perSubject)
        }

        /// `MILLRACE_LONG` asks for it, since it takes longer than the gate has time.
        func testABrokerThatIsKilledTwentyTimes() async throws {
            try XCTSkipUnless(isLong, "MILLRACE_LONG is not set")
            try await kill(times: 20, count: 60_000)
        }

        /// The server has lost the last five messages, but not the place up to which it had delivered.
        func testNumbersThatAreGivenAgain() async throws {
            let (server, other) = (try Server(), try Server())
            let nats = try await NATS.connect(server.url, options: .quick)
            let stream = nats.stream("S", subjects: ["s"])
            func publish(_ numbers: ClosedRange<Int>, to stream: NATS.Stream) async throws {
                _ = try await Observable.from(numbers).publish(to: stream, coding: .json, subject: { _ in "s" })
                    .toArray().value
            }
            try await publish(1...10, to: stream)
            let (seen, problems) = (Seen<Int>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.consume(durable: "d", of: Int.self).subscribe(onNext: {
                seen.add($0.element)
                $0.ack()
            })
            await eventually { seen.count >= 10 }
            try server.copyStore(to: other)
            try server.start()
            try await publish(11...15, to: stream)
            await eventually { seen.count >= 15 }
            // A server that ends in order stores how far it has delivered.
            server.signal(SIGTERM)
            await eventually { server.page("/varz").isEmpty }
            let elsewhere = try await NATS.connect(other.url, options: .quick)
            try await publish(21...27, to: elsewhere.stream("S"))
            await elsewhere.close()
            try other.copyStore(to: server, only: "jetstream/$G/streams/S/msgs")
            let reported = await eventually { problems.all.contains { $0.reason.contains("has lost messages") } }
            XCTAssertTrue(reported, "\(problems.all)")
            try await stream.deleteConsumer("d")
            let came = await eventually { seen.count >= 22 }
            XCTAssertTrue(came, "\(seen.all)")
            XCTAssertEqual(Set(seen.all), Set(1...15).union(21...27))
            XCTAssertEqual(problems.all.filter { $0.reason.contains("has lost messages") }.count, 1, "\(problems.all)")
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        private func kill(times: Int, count: Int, order: NATS.Order = .none) async throws {
            let server = try Server()
            let (nats, other) = (
                try await NATS.connect(server.url, options: .quick), try await NATS.connect(server.url, options: .quick)
            )
            let stream = nats.stream("S", subjects: ["s.*"])
            try await stream.prepare()
            let (seen, published, problems) = (Seen<Int>(), Seen<NATS.Published>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            // The waiting time is short, since what was under way when the server was killed comes after it.
            let subscription = stream.consume(durable: "d", of: Int.self, order: order, ackWait: .seconds(2)).subscribe
            {
                if case .next(let delivery) = $0 { delivery.ack() }
                seen.on($0.map(\.element))
            }
            let publishing = Observable<Int>.interval(
                .microseconds(100),
                scheduler: SerialDispatchQueueScheduler(qos: .default)
            )
            .scan(-1) { number, _ in number + 1 }
            .take(count)
            .publish(
                to: other.stream("S"),
                coding: .json,
                subject: { "s.\($0 % 3)" },
                maxInFlight: 256,
                id: { "\($0)" }
            )
            .subscribe { published.on($0) }
            for number in 1...times {
                await eventually(within: 60) { published.count >= number * count / (times + 1) }
                try server.restart()
            }
            let done = await eventually(within: 120) { published.ending != nil }
            XCTAssertTrue(done, "\(published.count) acknowledged")
            XCTAssertEqual(published.ending, "completed")
            let came = await eventually(within: 60) { seen.count >= count }
            let info = try await stream.info()
            tell(
                "JetStream durable, order \(order), \(times) kills",
                sent: count,
                acknowledged: published.count,
                delivered: seen.count,
                doubled: seen.doubled,
                dropped: count - Set(seen.all).count,
                "stored \(info.messages), repeats that were not emitted \(nats.counts.doubled), stored before "
                    + "\(published.all.filter(\.isDuplicate).count)"
            )
            XCTAssertTrue(came, "\(seen.count) of \(count): \(problems.all.suffix(10))")
            XCTAssertEqual(info.messages, count, "an id was stored twice, or a message was lost")
            XCTAssertEqual(Set(seen.all), Set(0..<count), "nothing acknowledged is lost")
            XCTAssertEqual(seen.doubled, 0, "nothing is emitted twice within the window")
            for rest in 0..<3 where order == .perSubject {
                let own = seen.all.filter { $0 % 3 == rest }
                XCTAssertEqual(own, own.sorted(), "the order of s.\(rest)")
            }
            XCTAssertNil(seen.ending)
            subscription.dispose()
            publishing.dispose()
            watching.dispose()
            await nats.close()
            await other.close()
        }
    }
#endif
