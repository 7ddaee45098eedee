#if Server
    import Foundation
    import NIOCore
    import NIOPosix

    /// One service under load, from its start to its stop.
    struct Run {
        let service: Service
        let clients: Int
        let filters: Int
        let slow: Int
        let stopped: Int
        let rate: Int
        let seconds: Int
        let deadline: Int

        private typealias Connection = (
            reader: NIOLoopBound<Reader>, channel: any Channel, begun: EventLoopFuture<Void>
        )

        func result() async throws -> Result {
            let server = try Server(service, clients: clients + slow + stopped, deadline: deadline)
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
            do {
                let result = try await measure(server, group)
                try await group.shutdownGracefully()
                return result
            } catch {
                try? await group.shutdownGracefully()
                throw error
            }
        }

        private func measure(_ server: Server, _ group: MultiThreadedEventLoopGroup) async throws -> Result {
            try await Task.sleep(for: .milliseconds(500))
            let emptyMemory = server.memory
            var connections: [Connection] = []
            for number in 0..<clients {
                connections.append(try await connect(.fast, "filter=\(filter(number))", server, group))
            }
            for connection in connections { try await connection.begun.get() }
            let memory = server.memory
            for _ in 0..<slow { connections.append(try await connect(.slow, "", server, group)) }
            for _ in 0..<stopped { connections.append(try await connect(.stopped, "", server, group)) }
            for (reader, channel, begun) in connections {
                try await begun.get()
                try await channel.eventLoop.submit { if reader.value.kind == .slow { reader.value.beSlow(channel) } }
                    .get()
            }

            // What connecting leaves behind is over by then.
            try await Task.sleep(for: .seconds(1))
            let before = server.usage
            await publish(rate, for: seconds, from: 0, server)
            let usage = server.usage - before
            var complaints: [String] = []

            // What became of each frame is known when everybody has read what there is.
            for (reader, channel, _) in connections { channel.eventLoop.execute { reader.value.goOn(channel) } }
            var missing = connections.count
            for _ in 0..<50 where missing > 0 {
                try await Task.sleep(for: .milliseconds(200))
                missing = try await count(connections) { !$0.received.isComplete(lines: expected($0.kind)) }
            }
            if missing > 0 {
                complaints.append("\(name): of \(missing) clients, frames are neither received nor counted as dropped")
            }
            var result = Result(service: service, others: slow + stopped, usage: usage, complaints: complaints)
            result.memory = (memory - emptyMemory) / clients
            let lines = rate * seconds
            result.lines = lines
            for (reader, channel, _) in connections {
                let (received, latencies) = try await channel.eventLoop.submit {
                    (reader.value.received, reader.value.latencies)
                }.get()
                result.delivered += received.lines
                result.dropped += received.dropped
                for (bucket, count) in latencies.enumerated() { result.latencies[bucket] += Int(count) }
            }

            // A stop while lines come, and while those who do not read have their queues full.
            for (reader, channel, _) in connections {
                channel.eventLoop.execute { if reader.value.kind != .fast { reader.value.pause(channel) } }
            }
            await publish(2_000, for: 2, from: lines, server)
            let publishing = Task { await publish(rate, for: deadline, from: lines + 4_000, server) }
            try await Task.sleep(for: .milliseconds(500))
            let stop = try server.stop(within: 2 * deadline)
            publishing.cancel()
            _ = await publishing.value
            result.stop = stop.seconds
            // A stream of the standard library hands out what waits even if its task is cancelled, which takes longer.
            if service == .millrace, stop.seconds > Double(deadline) {
                result.complaints.append("\(name): the stop took longer than \(deadline) s")
            }
            if stop.status != 0 { result.complaints.append("\(name): exit status \(stop.status)") }
            let numbers = stop.line.replacingOccurrences(of: ",", with: "").split { !$0.isNumber }.compactMap {
                Int($0)
            }
            // Stopped in _ ms; streams left: _; frames: _ sent, _ delivered, _ dropped
            if numbers.count != 5 || numbers[1] != 0 || numbers[2] != numbers[3] + numbers[4] {
                result.complaints.append("\(name): \(stop.line)")
            }
            return result
        }

        /// A tenth of the lines, without those that have a word that no line has.
        private func filter(_ number: Int) -> String {
            let filter = number % filters
            return "shard\(filter % 10)" + (filter < 10 ? "" : "%20-no\(filter / 10)")
        }

        private var name: String { "\(service) with \(slow + stopped) others" }

        /// How many lines a client has asked for.
        private func expected(_ kind: Reader.Kind) -> Int {
            kind == .fast ? rate * seconds / 10 : rate * seconds
        }

        private func connect(
            _ kind: Reader.Kind,
            _ query: String,
            _ server: Server,
            _ group: MultiThreadedEventLoopGroup
        ) async throws -> Connection {
            let loop = group.next()
            let begun = loop.makePromise(of: Void.self)
            let timeout = loop.scheduleTask(in: .seconds(10)) { begun.fail(LoadError("a client got nothing in 10 s")) }
            var bootstrap = ClientBootstrap(group: loop)
            if kind != .fast {
                // Otherwise the system would take in for them what they do not read.
                bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: 4_096)
                    .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 2_048))
                    .channelOption(.maxMessagesPerRead, value: 1)
            }
            let (channel, reader) = try await bootstrap.connect(host: "127.0.0.1", port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let reader = Reader(kind, query: query, begun: begun)
                    try channel.pipeline.syncOperations.addHandler(reader)
                    return (channel, NIOLoopBound(reader, eventLoop: channel.eventLoop))
                }
            }
            begun.futureResult.whenComplete { _ in timeout.cancel() }
            return (reader, channel, begun.futureResult)
        }

        private func count(_ connections: [Connection], _ condition: @escaping @Sendable (Reader) -> Bool) async throws
            -> Int
        {
            var count = 0
            for (reader, channel, _) in connections
            where try await channel.eventLoop.submit({ condition(reader.value) }).get() {
                count += 1
            }
            return count
        }

        /// Writes lines at a pace, each with its time in nanoseconds.
        private func publish(_ rate: Int, for seconds: Int, from first: Int, _ server: Server) async {
            let start = ContinuousClock.now
            for number in 0..<rate * seconds {
                try? await Task.sleep(until: start + .seconds(Double(number) / Double(rate)), clock: .continuous)
                if Task.isCancelled { return }
                server.write(Run.line(first + number))
            }
        }

        private static let filling = String(repeating: "x", count: 160)

        private static func line(_ number: Int) -> String {
            "INFO request \(number) of shard\(number % 10) finished t=\(DispatchTime.now().uptimeNanoseconds) \(filling)"
        }
    }
#endif
