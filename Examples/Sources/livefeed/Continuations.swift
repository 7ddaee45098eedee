#if Server
    import LogReading
    import NIOConcurrencyHelpers
    import NIOCore

    /// The same without Millrace, for comparison (`livefeed-load`): a dictionary of continuations under a lock.
    final class Continuations: Hub {
        private struct Client {
            let filter: Filter
            let after: Int
            let continuation: AsyncStream<ByteBuffer>.Continuation
            let onDrop: @Sendable (Int) -> Void
            var dropped = 0
        }

        private struct State {
            var clients: [Int: Client] = [:]
            var next = 0
            var totals = Totals()
            var lines: [Entry] = []
            var samples: [ByteBuffer] = []
            var isOver = false
        }

        private let state = NIOLockedValueBox(State())
        private let sampling = NIOLockedValueBox<Task<Void, any Error>?>(nil)

        init() {
            let task = Task { [weak self] in
                while true {
                    try await Task.sleep(for: .seconds(1))
                    guard let self else { return }
                    self.sample()
                }
            }
            sampling.withLockedValue { $0 = task }
        }

        func publish(_ entry: Entry) {
            state.withLockedValue { state in
                state.totals.add(entry.severity)
                state.lines.append(entry)
                if state.lines.count > Past.lines { state.lines.removeFirst() }
                for (key, client) in state.clients where client.filter.wants(entry) {
                    Continuations.send(entry.frame, to: key, &state)
                    _ = client
                }
            }
        }

        private func sample() {
            state.withLockedValue { state in
                let frame = state.totals.frame(time: milliseconds())
                state.samples.append(frame)
                if state.samples.count > Past.totals { state.samples.removeFirst() }
                for key in state.clients.keys { Continuations.send(frame, to: key, &state) }
            }
        }

        private static func send(_ frame: ByteBuffer, to key: Int, _ state: inout State) {
            guard case .dropped = state.clients[key]?.continuation.yield(frame) else { return }
            state.clients[key]?.dropped += 1
            if let client = state.clients[key] { client.onDrop(client.dropped) }
        }

        func finish() {
            sampling.withLockedValue { $0?.cancel() }
            let clients = state.withLockedValue { state in
                state.isOver = true
                return state.clients.values.map(\.continuation)
            }
            for client in clients { client.finish() }
        }

        func frames(
            _ filter: Filter,
            after number: Int,
            capacity: Int,
            onDrop: @escaping @Sendable (Int) -> Void
        ) -> AsyncMapSequence<AsyncStream<ByteBuffer>, CollectionOfOne<ByteBuffer>> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: ByteBuffer.self,
                bufferingPolicy: .bufferingNewest(capacity)
            )
            let key = state.withLockedValue { state -> Int? in
                if state.isOver { return nil }
                state.next += 1
                let client = Client(filter: filter, after: number, continuation: continuation, onDrop: onDrop)
                state.clients[state.next] = client
                for frame in state.samples { Continuations.send(frame, to: state.next, &state) }
                for entry in state.lines where entry.number > number && filter.wants(entry) {
                    Continuations.send(entry.frame, to: state.next, &state)
                }
                return state.next
            }
            guard let key else {
                continuation.finish()
                return stream.map { CollectionOfOne($0) }
            }
            continuation.onTermination = { [state] _ in
                _ = state.withLockedValue { $0.clients.removeValue(forKey: key) }
            }
            return stream.map { CollectionOfOne($0) }
        }
    }
#endif
