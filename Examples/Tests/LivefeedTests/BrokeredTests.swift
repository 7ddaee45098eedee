#if Brokered
    import Foundation
    import Millrace
    import MillraceNATS
    import XCTest

    /// A publisher and two servers with a broker between them, each of which is killed.
    final class BrokeredTests: XCTestCase {
        /// A log, and the processes.
        private final class Scene {
            let brokers: [BrokerProcess]
            let log = NSTemporaryDirectory() + "/livefeed-\(UUID().uuidString).log"
            private(set) var publisher: Livefeed!
            private(set) var servers: [Livefeed] = []
            /// How many lines the log has got.
            private(set) var count = 0

            var broker: BrokerProcess { brokers[0] }
            private var urls: String { brokers.map(\.url).joined(separator: ",") }

            init(inCluster: Bool = false) throws {
                brokers = inCluster ? try BrokerProcess.cluster() : [try BrokerProcess()]
                try Data().write(to: URL(fileURLWithPath: log))
                try startPublisher()
                for _ in 0..<2 { servers.append(try serve(port: 0)) }
            }

            deinit {
                try? FileManager.default.removeItem(atPath: log)
            }

            func startPublisher() throws {
                publisher = try Livefeed(all: ["--publish", urls, "--log", log])
            }

            func restartServer(_ number: Int) throws {
                servers[number] = try serve(port: servers[number].port)
            }

            private func serve(port: Int) throws -> Livefeed {
                // A browser that is slow for a moment loses nothing.
                try Livefeed(all: ["--subscribe", urls, "--port", "\(port)", "--capacity", "10000"])
            }

            func append(_ number: Int) throws {
                let text = (1...number).map { "line \(count + $0)\n" }.joined()
                count += number
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
                try file.seekToEnd()
                try file.write(contentsOf: Data(text.utf8))
                try file.close()
            }

            /// What a browser gets that is there from the beginning.
            var lines: [String] { (1...count).map { "line \($0)" } }
        }

        private func check(
            _ browser: Browser,
            _ scene: Scene,
            within seconds: Double = patience,
            line: UInt = #line
        ) throws {
            do {
                try browser.read(scene.count, within: seconds)
            } catch {
                XCTFail("\(browser.lines.count) of \(scene.count) lines: \(error)", line: line)
            }
            XCTAssertEqual(browser.lines.count, scene.count, line: line)
            let wrong = zip(browser.lines, scene.lines).first { $0 != $1 }
            XCTAssertNil(wrong.map { "\($0) instead of \($1)" }, line: line)
            XCTAssertEqual(browser.repetitions, [], line: line)
        }

        func testThePublisherMayBeKilled() throws {
            let scene = try Scene()
            let browsers = try scene.servers.map { try Browser($0.port) }
            for _ in 0..<3 {
                try scene.append(100)
                // Somewhere among them.
                try browsers[0].read(scene.count - 90)
                scene.publisher.kill()
                try scene.append(100)
                try scene.startPublisher()
                try scene.append(100)
            }
            for browser in browsers { try check(browser, scene) }
        }

        func testAServerMayBeKilled() throws {
            let scene = try Scene()
            // One goes to the other server, as behind a load balancer; one waits until its own is there again.
            let (moving, waiting) = (try Browser(scene.servers[0].port), try Browser(scene.servers[0].port))
            try scene.append(100)
            for browser in [moving, waiting] { try browser.read(50) }
            scene.servers[0].kill()
            moving.port = scene.servers[1].port
            // More than a new browser gets.
            try scene.append(1_000)
            try check(moving, scene)
            try scene.restartServer(0)
            try scene.append(100)
            for browser in [moving, waiting] { try check(browser, scene) }
        }

        func testTheBrokerMayBeKilled() throws {
            let scene = try Scene()
            let browsers = try scene.servers.map { try Browser($0.port) }
            for _ in 0..<3 {
                try scene.append(100)
                try browsers[0].read(scene.count - 90)
                scene.broker.kill()
                try scene.append(100)
                XCTAssertTrue(waitUntil { (try? scene.servers[0].metrics()["livefeed_broker"]) == 0 })
                try scene.broker.start()
                try scene.append(100)
            }
            for browser in browsers { try check(browser, scene) }
            XCTAssertEqual(try scene.servers[0].metrics()["livefeed_broker"], 1)
        }

        func testEachOfThreeBrokersMayBeKilled() throws {
            let scene = try Scene(inCluster: true)
            // After the death of one, the others take up to 40 seconds until a consumer can be made.
            let long = 90.0
            let browsers = try scene.servers.map { try Browser($0.port) }
            try scene.append(10)
            for browser in browsers { try check(browser, scene, within: long) }
            for broker in scene.brokers {
                try scene.append(100)
                // Somewhere among them.
                try browsers[0].read(scene.count - 90, within: long)
                broker.kill()
                // The two others go on without it.
                try scene.append(100)
                for browser in browsers { try check(browser, scene, within: long) }
                try broker.start()
                try scene.append(100)
                for browser in browsers { try check(browser, scene, within: long) }
            }
        }

        func testAllMayBeKilledAtOnce() throws {
            let scene = try Scene()
            let browsers = try scene.servers.map { try Browser($0.port) }
            try scene.append(100)
            for browser in browsers { try browser.read(10) }
            scene.publisher.kill()
            for server in scene.servers { server.kill() }
            scene.broker.kill()
            try scene.append(100)
            try scene.broker.start()
            for number in 0..<2 { try scene.restartServer(number) }
            try scene.startPublisher()
            try scene.append(100)
            for browser in browsers { try check(browser, scene) }
        }

        func testALogThatIsCutOrReplacedGoesOn() throws {
            let scene = try Scene()
            let browser = try Browser(scene.servers[0].port)
            try scene.append(50)
            try browser.read(50)
            // As logrotate does with copytruncate; a publisher that is started then goes on as well.
            scene.publisher.kill()
            try FileHandle(forWritingTo: URL(fileURLWithPath: scene.log)).truncate(atOffset: 0)
            // Longer than before, so the length does not say that the file was cut.
            try scene.append(60)
            try scene.startPublisher()
            try scene.append(40)
            try browser.read(150)
            let former = scene.log + ".1"
            try FileManager.default.moveItem(atPath: scene.log, toPath: former)
            defer { try? FileManager.default.removeItem(atPath: former) }
            try Data().write(to: URL(fileURLWithPath: scene.log))
            try scene.append(50)
            try browser.read(200)
            scene.publisher.kill()
            try scene.startPublisher()
            try scene.append(50)
            try check(browser, scene)
        }

        func testALineThatIsStoredTwiceIsShownOnce() async throws {
            let scene = try Scene()
            let browser = try Browser(scene.servers[0].port)
            try scene.append(10)
            try browser.read(10)
            scene.publisher.kill()
            // As after a broker was away for so long that it knows the ids of messages no more.
            let nats = try await NATS.connect(scene.broker.url)
            let stream = nats.stream("LIVEFEED")
            let newest = try await stream.replay(from: .last(1), coding: .text).first().value
            let text = try XCTUnwrap(newest).element
            let stored = try await Observable.of(text, "not a line", text)
                .publish(to: stream, coding: .text, subject: { _ in "livefeed.lines" })
                .toArray()
                .value
            XCTAssertEqual(stored.map(\.isDuplicate), [false, false, false])
            await nats.close()
            try scene.startPublisher()
            try scene.append(10)
            try check(browser, scene)
        }

        func testMessagesOfOthersStopNobody() async throws {
            let scene = try Scene()
            let browser = try Browser(scene.servers[0].port)
            try scene.append(10)
            try browser.read(10)
            let nats = try await NATS.connect(scene.broker.url)
            let stream = nats.stream("LIVEFEED")
            let newest = try await stream.replay(from: .last(1), coding: .text).first().value
            let line = try XCTUnwrap(newest).element
            let end = try XCTUnwrap(line.range(of: "\"end\":[0-9]+", options: .regularExpression))
            let undecodable = [
                "not a line", #"{"number":9223372036854775807,"text":"","end":0}"#,
                #"{"number":9007199254740992,"text":"","end":0}"#, #"{"number":-1,"text":"","end":0}"#,
                line.replacingCharacters(in: end, with: "\"end\":-5"),
            ]
            // The last one could be a line, but an old one.
            for text in undecodable + [#"{"number":5,"text":"","end":0}"#] {
                scene.publisher.kill()
                _ = try await Observable.of(text)
                    .publish(to: stream, coding: .text, subject: { _ in "livefeed.lines" })
                    .toArray()
                    .value
                try scene.startPublisher()
                try scene.append(10)
                do {
                    try browser.read(scene.count)
                } catch {
                    return XCTFail("after \(text): \(error)")
                }
            }
            try check(browser, scene)
            XCTAssertEqual(try scene.servers[0].metrics()["livefeed_undecodable_total"], undecodable.count)
            await nats.close()
        }

        func testABadBrokerIsOneLine() throws {
            let missing = try Livefeed.failure("--subscribe", "nats://127.0.0.1:1", "--port", "0")
            XCTAssertEqual(missing.status, 1)
            XCTAssertTrue(missing.text.hasPrefix("Error: connection to nats://127.0.0.1:1: "), missing.text)
            XCTAssertEqual(missing.text.filter { $0 == "\n" }.count, 1, missing.text)
            let both = try Livefeed.failure("--subscribe", "nats://127.0.0.1:1", "--publish", "nats://127.0.0.1:1")
            XCTAssertEqual(both.status, 64)
            let broker = try BrokerProcess(jetStream: false)
            for arguments in [["--subscribe", broker.url], ["--publish", broker.url]] {
                let failure = try Livefeed.failure(arguments[0], arguments[1], "--port", "0", "--log", "/dev/null")
                XCTAssertEqual(failure.status, 1, "\(arguments)")
                XCTAssertTrue(failure.text.contains("JetStream"), failure.text)
                XCTAssertEqual(failure.text.filter { $0 == "\n" }.count, 1, failure.text)
            }
        }
    }
#endif
