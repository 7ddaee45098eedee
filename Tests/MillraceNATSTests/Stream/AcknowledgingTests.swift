#if NATS
    import Foundation
    import Millrace
    import XCTest

    @testable import MillraceNATS

    final class AcknowledgingTests: XCTestCase {
        private struct Refusal: Error, CustomStringConvertible {
            let description: String
        }

        func testRetriesAndDeadLetters() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            let dead = nats.stream("DEAD", subjects: ["dead"])
            try await dead.prepare()
            _ = try await Observable.from(1...20)
                .publish(to: stream, coding: .json, subject: { "s.\($0 % 3)" }, id: { "id-\($0)" }).toArray().value
            let (tried, seen) = (Seen<Int>(), Seen<NATS.Handled>())
            let subscription = stream.consume(durable: "d", of: Int.self, order: .perSubject)
                .acknowledging(
                    retry: .backoff(attempts: 3, first: .milliseconds(5), longest: .milliseconds(10)),
                    deadLetter: "dead"
                ) { number in
                    tried.add(number)
                    if number == 7 { throw Refusal(description: "seven is\nrefused") }
                    if number == 8, tried.all.filter({ $0 == 8 }).count < 3 { throw Refusal(description: "later") }
                }
                .subscribe(onNext: { seen.add($0) })
            let done = await eventually { seen.all.filter { $0.outcome != .delayed }.count == 20 }
            XCTAssertTrue(done, "\(seen.all)")
            XCTAssertEqual(seen.all.filter { $0.outcome == .acknowledged }.count, 19)
            XCTAssertEqual(
                seen.all.filter { $0.sequence == 7 },
                [
                    .init(sequence: 7, deliveries: 1, outcome: .delayed),
                    .init(sequence: 7, deliveries: 2, outcome: .delayed),
                    .init(sequence: 7, deliveries: 3, outcome: .deadLetter),
                ]
            )
            for rest in 0..<3 {
                let own = tried.all.filter { $0 % 3 == rest }
                XCTAssertEqual(own, own.sorted(), "one after the other")
            }
            let letters = try await dead.replay(from: .all, coding: .message).take(1).toArray().value
            let letter = try XCTUnwrap(letters.first).element
            XCTAssertEqual(letter.payload, Array("7".utf8))
            XCTAssertEqual(letter.headers["Millrace-Subject"], "s.1")
            XCTAssertEqual(letter.headers["Millrace-Sequence"], "7")
            XCTAssertEqual(letter.headers["Millrace-Deliveries"], "3")
            XCTAssertEqual(letter.headers["Millrace-Error"], "seven is refused")
            let settled = await eventually { server.page("/jsz?consumers=true").contains("\"num_ack_pending\": 0") }
            XCTAssertTrue(settled)
            subscription.dispose()
            await nats.close()
        }

        func testWithoutAPlaceForDeadLettersTheMessageIsRejectedAndReported() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value
            let (seen, problems) = (Seen<NATS.Handled>(), Seen<NATS.Problem>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = stream.consume(durable: "d", of: Int.self)
                .acknowledging(retry: .never) { _ in throw Refusal(description: "no") }
                .subscribe(onNext: { seen.add($0) })
            await eventually { seen.count == 1 }
            XCTAssertEqual(seen.all, [.init(sequence: 1, deliveries: 1, outcome: .rejected)])
            XCTAssertEqual(problems.all.map(\.description), ["message 1 on s: given up after 1 attempts: no"])
            subscription.dispose()
            watching.dispose()
            await nats.close()
        }

        func testAPlaceForDeadLettersThatDoesNotExistLosesNothing() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value
            let seen = Seen<NATS.Handled>()
            let subscription = stream.consume(durable: "d", of: Int.self)
                .acknowledging(retry: .never, deadLetter: "nowhere") { _ in throw Refusal(description: "no") }
                .subscribe(onNext: { seen.add($0) })
            let twice = await eventually { seen.count >= 2 }
            XCTAssertTrue(twice)
            XCTAssertEqual(Set(seen.all.map(\.outcome)), [.delayed])
            subscription.dispose()
            await nats.close()
        }

        func testALongHandlingIsNotInterruptedByADelivery() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            _ = try await Observable.of(1).publish(to: stream, subject: "s").toArray().value
            let (tried, seen) = (Seen<Int>(), Seen<NATS.Handled>())
            let subscription = stream.consume(durable: "d", of: Int.self, ackWait: .milliseconds(300))
                .acknowledging { number in
                    tried.add(number)
                    try await Task.sleep(for: .seconds(1.5))
                }
                .subscribe(onNext: { seen.add($0) })
            await eventually { seen.count == 1 }
            XCTAssertEqual(tried.count, 1)
            XCTAssertEqual(seen.all, [.init(sequence: 1, deliveries: 1, outcome: .acknowledged)])
            XCTAssertEqual(nats.counts.doubled, 0)
            subscription.dispose()
            await nats.close()
        }
    }
#endif
