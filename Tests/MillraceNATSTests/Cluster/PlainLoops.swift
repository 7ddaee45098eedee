#if NATS
    import CNATS
    import Foundation
    import XCTest

    /// What a `PlainClient` does, as libnats' own page shows it: `js_Publish`, which waits for the acknowledgement;
    /// `js_PullSubscribe` with a durable name, `natsSubscription_Fetch`, and `natsMsg_Ack` after the handler. What fails is
    /// tried again. Nothing looks whether the stream has what it has acknowledged.
    final class PlainLoops: @unchecked Sendable {
        /// The milliseconds between two items, and the servers.
        static let variable = "MILLRACE_PLAIN"

        private let urls: [String]
        private let period: Int
        private let (isStopping, isOver) = (Flag(), Flag())
        private var failing: Set<Int> = []

        init?(_ text: String) {
            let words = text.split(separator: " ").map(String.init)
            guard let first = words.first, let period = Int(first) else { return nil }
            (urls, self.period) = (Array(words.dropFirst()), period)
        }

        /// Returns when the input has ended, and both loops have.
        func run() {
            let running = DispatchGroup()
            for body in [publish, consume] {
                running.enter()
                Thread.detachNewThread { [self] in
                    withJetStream(body)
                    nats_ReleaseThreadMemory()
                    running.leave()
                }
            }
            // A byte: nothing new is to be published.
            var byte: UInt8 = 0
            while read(0, &byte, 1) == 1 { isStopping.set() }
            isStopping.set()
            isOver.set()
            running.wait()
        }

        /// At once, however this process ends.
        private func tell(_ text: String) {
            let line = Array("plain: \(text)\n".utf8)
            _ = write(1, line, line.count)
        }

        /// Opens a connection with the settings that the tests give to Millrace.
        private func withJetStream(_ body: (OpaquePointer) -> Void) {
            var (options, connection, jetStream): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
            defer {
                jsCtx_Destroy(jetStream)
                natsConnection_Destroy(connection)
                natsOptions_Destroy(options)
            }
            guard natsOptions_Create(&options) == NATS_OK else { return }
            let texts = urls.map { strdup($0) }
            defer { texts.forEach { free($0) } }
            var servers = texts.map { UnsafePointer($0) }
            natsOptions_SetServers(options, &servers, Int32(servers.count))
            natsOptions_SetMaxReconnect(options, -1)
            natsOptions_SetReconnectWait(options, 20)
            natsOptions_SetReconnectJitter(options, 5, 5)
            natsOptions_SetPingInterval(options, 1_000)
            while !isOver.isSet, natsConnection_Connect(&connection, options) != NATS_OK { usleep(100_000) }
            guard let connection, natsConnection_JetStream(&jetStream, connection, nil) == NATS_OK, let jetStream else {
                return
            }
            body(jetStream)
        }

        private func publish(_ jetStream: OpaquePointer) {
            var number = 0
            while !isStopping.isSet {
                tell("published \(number)")
                let item = Item(number)
                guard let payload = try? JSONEncoder().encode(item) else { return }
                while !isOver.isSet {
                    var answer: UnsafeMutablePointer<jsPubAck>?
                    let status = payload.withUnsafeBytes {
                        js_Publish(&answer, jetStream, "p.\(item.key)", $0.baseAddress, Int32($0.count), nil, nil)
                    }
                    if status == NATS_OK, let answer {
                        tell("acknowledged \(number) \(answer.pointee.Sequence)")
                        jsPubAck_Destroy(answer)
                        break
                    }
                    usleep(100_000)
                }
                number += 1
                usleep(UInt32(period) * 1_000)
            }
        }

        private func consume(_ jetStream: OpaquePointer) {
            var subscription: OpaquePointer?
            defer { natsSubscription_Destroy(subscription) }
            var options = jsSubOptions()
            jsSubOptions_Init(&options)
            // As Millrace's durable consumer has it.
            options.Config.AckWait = 5_000_000_000
            while !isOver.isSet {
                let name = PlainClient.durable
                if js_PullSubscribe(&subscription, jetStream, "p.*", name, nil, &options, nil) == NATS_OK { break }
                usleep(100_000)
            }
            while !isOver.isSet {
                var list = natsMsgList()
                guard natsSubscription_Fetch(&list, subscription, 64, 1_000, nil) == NATS_OK else {
                    // Also if nothing has come within a second.
                    usleep(10_000)
                    continue
                }
                for index in 0..<Int(list.Count) {
                    guard let message = list.Msgs[index] else { continue }
                    if handle(message) { natsMsg_Ack(message, nil) } else { natsMsg_Nak(message, nil) }
                }
                natsMsgList_Destroy(&list)
            }
        }

        /// The handler of the workload: throws for some items, once.
        private func handle(_ message: OpaquePointer) -> Bool {
            let bytes = Data(bytes: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
            guard let item = try? JSONDecoder().decode(Item.self, from: bytes) else { return true }
            if item.isFailing, failing.insert(item.number).inserted { return false }
            tell("received \(item.number)")
            return true
        }
    }

    /// Not a test: what a `PlainClient` starts.
    final class PlainLoopsTests: XCTestCase {
        func testRun() throws {
            guard let text = ProcessInfo.processInfo.environment[PlainLoops.variable] else {
                throw XCTSkip("only a test with three servers starts this")
            }
            try XCTUnwrap(PlainLoops(text)).run()
        }
    }
#endif
