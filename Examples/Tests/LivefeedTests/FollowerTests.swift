#if Server
    import Foundation
    import LivefeedServer
    import LogReading
    import Logging
    import Metrics
    import NIOConcurrencyHelpers
    import ServiceLifecycle
    import XCTest

    final class FollowerTests: XCTestCase {
        /// Takes 20 ms for each line.
        private final class SlowHub: Hub {
            private let taken = NIOLockedValueBox((lines: 0, hasFinished: false))

            var lines: Int { taken.withLockedValue { $0.lines } }
            var hasFinished: Bool { taken.withLockedValue { $0.hasFinished } }

            func publish(_ entry: Entry) {
                usleep(20_000)
                taken.withLockedValue { $0.lines += 1 }
            }

            func finish() {
                taken.withLockedValue { $0.hasFinished = true }
            }

            func record(of number: Int) -> [Entry] { [] }

            func frames(_ wish: Wish, capacity: Int, for client: Client) -> AsyncStream<[Frame]> {
                AsyncStream { $0.finish() }
            }
        }

        func testAStopDoesNotWaitForEachLineThatWasRead() async throws {
            let path = NSTemporaryDirectory() + "/livefeed-\(UUID().uuidString).log"
            try Data((1...1_000).map { "line \($0)\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let hub = SlowHub()
            let follower = Follower(try LogFile(path: path), hub: hub, metrics: NOOPMetricsHandler.instance)
            let group = ServiceGroup(services: [follower], logger: Logger(label: "test"))
            try await withPatience {
                async let run: Void = group.run()
                while hub.lines == 0 { try await Task.sleep(for: .milliseconds(2)) }
                await group.triggerGracefulShutdown()
                // Ends without an error.
                try await run
            }
            XCTAssertTrue(hub.hasFinished)
            // At most 257 lines were read ahead, and a second is enough for 50 of them.
            XCTAssertLessThan(hub.lines, 100)
        }
    }
#endif
