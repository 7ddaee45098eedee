#if NATS
    import Millrace
    import XCTest

    @testable import MillraceNATS

    /// What a dump shows of sources and stages of NATS: whose messages they have, and how many may wait.
    final class DumpTests: XCTestCase {
        override func setUp() { Hooks.recordSubscriptions = true }

        override func tearDown() { Hooks.recordSubscriptions = false }

        /// The subscriptions that were made here.
        private func taken() -> [StreamDump.Subscription] {
            StreamDump.take().subscriptions.filter { $0.place.hasPrefix("\(#fileID):") }
        }

        /// Checks the name of the source of the only subscription, and ends it. One that has ended is listed as long as a
        /// thread of libnats is inside it.
        private func expect(_ subscription: any Disposable, _ name: String, line: UInt = #line) async {
            let found = taken()
            XCTAssertEqual(found.count, 1, line: line)
            XCTAssertEqual(found.first?.stages.last?.name, name, line: line)
            subscription.dispose()
            let isGone = await eventually { taken().isEmpty }
            XCTAssertTrue(isGone, line: line)
        }

        func testSourcesHaveTheirNamesAndCapacities() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s.*"])
            _ = try await Observable.of(1).publish(to: stream, subject: "s.1").toArray().value
            let subject = nats.subject("prices.*", of: Int.self, queue: "shops", pending: NATS.Pending(messages: 9))
            await expect(
                subject.asObservable().map { $0 }.subscribe(onNext: { _ in }),
                "subject(\"prices.*\", queue: \"shops\", pending: 9)"
            )
            await expect(
                nats.subject("prices", of: Int.self).asObservable().subscribe(onNext: { _ in }),
                "subject(\"prices\", pending: 65536)"
            )
            await expect(
                stream.consume(durable: "billing", of: Int.self, maxInFlight: 7).subscribe(onNext: { _ in }),
                "consume(durable: \"billing\", maxInFlight: 7) of stream S"
            )
            await expect(
                stream.replay(from: .last(3), of: Int.self, subject: "s.1").subscribe(onNext: { _ in }),
                "replay(from: .last(3), subject: \"s.1\", maxInFlight: 1024) of stream S"
            )
            let stock = nats.keyValue("stock", of: Int.self, NATS.KeyValueConfiguration())
            try await stock.put("tea", 3)
            await expect(
                stock.watch("t*").subscribe(onNext: { _ in }),
                "watch(\"t*\") of bucket stock"
            )
            await nats.close()
        }

        /// What is published goes through two chains: that of the elements, and that of the acknowledgements.
        func testBothChainsOfAPublishAreListed() async throws {
            let server = try Server()
            let nats = try await NATS.connect(server.url)
            let stream = nats.stream("S", subjects: ["s"])
            let numbers = PublishSubject<Int>()
            let seen = Seen<UInt64>()
            let line = #line + 3
            let published =
                numbers
                .publish(to: stream, subject: "s", maxInFlight: 5, overflow: .dropOldest)
            let subscription = published.subscribe(onNext: { seen.add($0.sequence) })
            numbers.onNext(1)
            let came = await eventually { seen.count == 1 }
            XCTAssertTrue(came)
            let found = taken()
            let places = found.map(\.place).sorted()
            XCTAssertEqual(places, ["\(#fileID):\(line)", "\(#fileID):\(line + 1)"])
            let acknowledgements = found.first { $0.stages.count == 2 }?.stages.last
            XCTAssertEqual(acknowledgements?.name, "publish(to: \"S\", maxInFlight: 5, overflow: .dropOldest)")
            XCTAssertEqual(acknowledgements?.elements, 1)
            let elements = found.first { $0.stages.count > 2 }?.stages.map(\.name) ?? []
            XCTAssertTrue(elements.contains("observe(on:capacity:overflow:)"), "\(elements)")
            XCTAssertEqual(elements.last, "PublishSubject<Int>")
            subscription.dispose()
            await nats.close()
        }
    }
#endif
