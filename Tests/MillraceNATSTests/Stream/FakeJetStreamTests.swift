#if NATS
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
            let server = try Server(jetStream: false)
            let nats = try await NATS.connect(server.url)
            let fake = try await answer(nats, consumer: #"{"type":"io.nats.jetstream.api.v1.consumer_info_response"}"#)
            let (problems, ends) = (Seen<NATS.Problem>(), Seen<String>())
            let watching = nats.problems.subscribe(onNext: { problems.add($0) })
            let subscription = nats.stream("S").consume(durable: "d", of: Int.self).subscribe(
                onError: { ends.add("\($0)") },
                onCompleted: { ends.add("|") }
            )
            let again = await eventually { self.asked.all.filter { $0.contains("CONSUMER.INFO") }.count >= 2 }
            XCTAssertTrue(again)
            XCTAssertTrue(problems.all.contains { "\($0)".contains("cannot be read") }, "\(problems.all)")
            XCTAssertEqual(ends.all, [])
            subscription.dispose()
            watching.dispose()
            fake.dispose()
            await nats.close()
        }
    }
#endif
