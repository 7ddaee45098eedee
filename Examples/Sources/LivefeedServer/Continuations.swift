#if Server
    import Foundation
    import Millrace
    import NIOConcurrencyHelpers

    /// A hub written by hand, without Millrace, for comparison (`livefeed-load`): a lock, and a dictionary of the clients'
    /// continuations.
    package final class Continuations: Hub {
        private struct Stream {
            let wish: Wish
            let client: Client
            let continuation: AsyncThrowingStream<Frame, any Error>.Continuation

            /// False if the stream has to end.
            func send(_ frame: Frame) -> Bool {
                client.countSent()
                guard case .dropped = continuation.yield(frame) else { return true }
                if wish.overflow == .error { return false }
                client.countDropped(wish.overflow == .dropOldest ? .dropOldest : .dropNewest)
                return true
            }
        }

        private struct State {
            var streams: [Int: Stream] = [:]
            var next = 0
            var history = History()
            var seconds = 0
            var isOver = false

            /// Returns the streams that have to end.
            mutating func send(_ moment: Moment) -> [Stream] {
                history.add(moment)
                return streams.values.filter { stream in
                    guard let frame = history.newest(for: stream.wish) else { return false }
                    return !stream.send(frame)
                }
            }
        }

        private let state = NIOLockedValueBox(State())
        private let sampling = NIOLockedValueBox<Task<Void, any Error>?>(nil)

        package init() {
            let task = Task { [weak self] in
                while true {
                    try await Task.sleep(for: .seconds(1))
                    guard let self else { return }
                    self.sample()
                }
            }
            sampling.withLockedValue { $0 = task }
        }

        package func publish(_ entry: Entry) {
            end(state.withLockedValue { $0.send(.line(entry)) })
        }

        private func sample() {
            let full = state.withLockedValue { state in
                defer { state.seconds += 1 }
                return state.send(.second(state.seconds, time: milliseconds(Date())))
            }
            end(full)
        }

        /// Not under the lock: the end takes the stream out of the dictionary.
        private func end(_ full: [Stream]) {
            for stream in full { stream.continuation.finish(throwing: Overflow()) }
        }

        package func finish() {
            sampling.withLockedValue { $0?.cancel() }
            let streams = state.withLockedValue { state in
                state.isOver = true
                return state.streams.values.map(\.continuation)
            }
            for stream in streams { stream.finish() }
        }

        package func record(of number: Int) -> [Entry] {
            let history = state.withLockedValue { $0.history }
            return history.record(of: number)
        }

        package func frames(
            _ wish: Wish,
            capacity: Int,
            for client: Client
        ) -> AsyncMapSequence<AsyncThrowingStream<Frame, any Error>, CollectionOfOne<Frame>> {
            let (stream, continuation) = AsyncThrowingStream.makeStream(
                of: Frame.self,
                bufferingPolicy: wish.overflow == .dropOldest ? .bufferingNewest(capacity) : .bufferingOldest(capacity)
            )
            let key = state.withLockedValue { state -> Int? in
                if state.isOver { return nil }
                state.next += 1
                let stream = Stream(wish: wish, client: client, continuation: continuation)
                state.streams[state.next] = stream
                _ = stream.send(state.history.all(for: wish))
                return state.next
            }
            if let key {
                continuation.onTermination = { [state] _ in
                    // What it holds is released after the lock.
                    _ = state.withLockedValue { $0.streams.removeValue(forKey: key) }
                }
            } else {
                continuation.finish()
            }
            return stream.map { CollectionOfOne($0) }
        }
    }

    /// A frame has found no room.
    struct Overflow: Error {}
#endif
