#if NATS
    import CNATS
    import Millrace

    /// Messages that nobody needs any more: at most so many, and not many bytes.
    ///
    /// A thread of libnats frees messages, and is woken for each that comes alone. So they are handed to it together. It
    /// contends with who hands over for one lock, so many go together: with 256, `publish` takes a quarter more processor
    /// time than with 4,096.
    enum DoneMessages {
        private struct State {
            var messages: [OpaquePointer] = []
            var bytes = 0
            /// What the next messages go into, so that nothing is allocated under the lock.
            var spare: [OpaquePointer] = []
        }

        private static let count = 4_096
        private static let bytes = 1_048_576
        private static let state = Locked(State())

        static func add(_ message: OpaquePointer, _ size: Int) {
            var done = state.access { state -> [OpaquePointer] in
                state.messages.append(message)
                state.bytes += size
                if state.messages.count < count, state.bytes < bytes { return [] }
                state.bytes = 0
                return exchange(&state.messages, for: exchange(&state.spare, for: []))
            }
            if done.isEmpty { return }
            for message in done { natsMsg_Destroy(message) }
            done.removeAll(keepingCapacity: true)
            releaseValue(state.access { exchange(&$0.spare, for: done) })
        }

        /// The bytes of subject, reply, headers that came with it, and payload. libnats has them in one block, in this
        /// order; of another order, the sum would be wrong, and no more.
        static func size(of message: OpaquePointer) -> Int {
            let count = Int(natsMsg_GetDataLength(message))
            guard let payload = natsMsg_GetData(message), let subject = natsMsg_GetSubject(message) else {
                return count
            }
            return count + max(0, payload - subject)
        }
    }
#endif
