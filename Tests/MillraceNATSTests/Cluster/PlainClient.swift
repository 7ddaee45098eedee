#if NATS
    import CNATS
    import Foundation
    import MillraceNATS

    /// A client of libnats as libnats' own page shows one, to compare with: `js_Publish`, which waits for the
    /// acknowledgement; `js_PullSubscribe` with a durable name, `natsSubscription_Fetch`, and `natsMsg_Ack` after the
    /// handler. What fails is tried again. Nothing looks whether the stream has what it has acknowledged.
    ///
    /// It has a stream of its own on the same servers, so that the same faults meet it at the same time.
    final class PlainClient: @unchecked Sendable {
        static let stream = "P"
        static let durable = "p"

        let history = History()
        private let urls: [String]
        private let period: Int
        private let state = NSCondition()
        private var isStopping = false
        private var isOver = false
        /// Threads that have not ended.
        private var running = 0
        private var failing: Set<Int> = []

        /// - Parameter period: the milliseconds between two items.
        init(_ cluster: Cluster, period: Int) {
            (urls, self.period) = (cluster.urls.shuffled(), period)
        }

        /// Begins to publish and to consume; the stream is there.
        func start() {
            for body in [publish, consume] {
                running += 1
                Thread.detachNewThread { [self] in
                    withJetStream(body)
                    nats_ReleaseThreadMemory()
                    state.withLock {
                        running -= 1
                        state.broadcast()
                    }
                }
            }
        }

        /// Has it publish nothing new.
        func finishPublishing() { state.withLock { isStopping = true } }

        /// What became of its messages.
        func judgement(end: Double) -> Judgement { Judgement(history.all, end: end, now: history.now, of: [.durable]) }

        /// Whether all is acknowledged and received.
        var isDone: Bool {
            let all = history.all
            return isPublished && Set(all.received[.durable] ?? []).isSuperset(of: all.acknowledged.map(\.number))
        }

        private var isPublished: Bool {
            let all = history.all
            return state.withLock { isStopping } && all.acknowledged.count >= all.published
        }

        /// Ends both threads.
        func stop() {
            state.withLock {
                (isStopping, isOver) = (true, true)
                let end = Date(timeIntervalSinceNow: 20)
                while running > 0, state.wait(until: end) {}
            }
        }

        func summary(end: Double) -> String {
            let all = history.all
            let (received, unsent) = (all.received[.durable] ?? [], all.published - all.acknowledged.count)
            let lost = judgement(end: end).lost[.durable]?.count ?? 0
            return "plain libnats: acknowledged \(all.acknowledged.count), lost unnamed \(lost), "
                + "doubled \(received.count - Set(received).count), without an acknowledgement \(unsent)"
        }

        // MARK: On threads of its own

        private var isEnding: Bool { state.withLock { isOver } }

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
            while !isEnding, natsConnection_Connect(&connection, options) != NATS_OK { usleep(100_000) }
            guard let connection, natsConnection_JetStream(&jetStream, connection, nil) == NATS_OK, let jetStream else {
                return
            }
            body(jetStream)
        }

        private func publish(_ jetStream: OpaquePointer) {
            var number = 0
            while !state.withLock({ isStopping }) {
                history.change { $0.published = number + 1 }
                let item = Item(number)
                guard let payload = try? JSONEncoder().encode(item) else { return }
                while !isEnding {
                    var answer: UnsafeMutablePointer<jsPubAck>?
                    let status = payload.withUnsafeBytes {
                        js_Publish(&answer, jetStream, "p.\(item.key)", $0.baseAddress, Int32($0.count), nil, nil)
                    }
                    if status == NATS_OK, let answer {
                        history.acknowledge(number, answer.pointee.Sequence)
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
            while !isEnding {
                let name = PlainClient.durable
                if js_PullSubscribe(&subscription, jetStream, "p.*", name, nil, &options, nil) == NATS_OK { break }
                usleep(100_000)
            }
            while !isEnding {
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
            history.receive(item.number, by: .durable)
            return true
        }
    }
#endif
