#if Server
    import LivefeedServer
    import XCTest

    final class ClientsTests: XCTestCase {
        private let metrics = TextMetrics()

        private func dropped(_ reason: String) -> String? {
            let prefix = "livefeed_dropped_total{reason=\"\(reason)\"} "
            return metrics.text().split(separator: "\n").first { $0.hasPrefix(prefix) }.map {
                String($0.dropFirst(prefix.count))
            }
        }

        func testThereAreAtMostSoMany() {
            let clients = Clients(most: 2, metrics: metrics)
            var first = clients.admit()
            let second = clients.admit()
            XCTAssertNotNil(first)
            XCTAssertNotNil(second)
            XCTAssertNil(clients.admit())
            XCTAssertEqual(metrics.total("livefeed.refused"), 1)
            first = nil
            XCTAssertEqual(clients.number, 1)
            XCTAssertNotNil(clients.admit())
        }

        func testEachFrameThatWasSentIsDeliveredOrDroppedForAReason() {
            let clients = Clients(most: 2, metrics: metrics)
            for ending in [Clients.Reason.disconnected, .error, .stalled] {
                let client = clients.admit()!
                for _ in 0..<10 { client.countSent() }
                client.countDelivered(4)
                client.countDropped(.dropOldest)
                client.countDropped(.dropNewest)
                XCTAssertEqual(client.counts, Client.Counts(sent: 10, delivered: 4, dropped: 2))
                if ending != .disconnected { client.countsRest(as: ending) }
            }
            let reasons = ["dropOldest", "dropNewest", "disconnected", "error", "stalled"]
            XCTAssertEqual(reasons.map(dropped), ["3", "3", "4", "4", "4"])
            XCTAssertEqual(metrics.total("livefeed.sent"), 30)
            XCTAssertEqual(metrics.total("livefeed.delivered") + metrics.total("livefeed.dropped"), 30)
            XCTAssertEqual(metrics.total("livefeed.clients"), 0)
        }
    }
#endif
