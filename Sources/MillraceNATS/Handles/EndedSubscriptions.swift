#if NATS
    import CNATS
    import Dispatch
    import Millrace

    /// The subscriptions of a connection that have ended, until they can be freed.
    ///
    /// For a message that comes, the reading thread of libnats looks up the subscription, and before version 3.6.1 it
    /// goes on to use it without a reference (nats.c, issue 637). If the subscription is freed in between, libnats writes
    /// to freed memory. This thread does one thing after another. So once it has read the answer to a question that was
    /// asked after the subscriptions had ended, or has ended itself, it uses none of them.
    final class EndedSubscriptions: @unchecked Sendable {
        private struct State {
            var waiting: [OpaquePointer] = []
            /// Whether a question is under way, or will be soon.
            var isAsking = false
            /// The reading thread has ended.
            var isOver = false
        }

        private let state = Locked(State())
        /// Set once, before there is a subscription.
        weak var connection: NativeConnection.Link?

        /// How many have ended, and are not freed.
        var count: Int { state.access { $0.waiting.count } }

        /// Has a subscription freed that libnats finds no more.
        func add(_ subscription: OpaquePointer) {
            let (isOver, mustAsk) = state.access { state in
                if state.isOver { return (true, false) }
                state.waiting.append(subscription)
                return (false, !exchange(&state.isAsking, for: true))
            }
            if isOver { natsSubscription_Destroy(subscription) }
            if mustAsk { askLater() }
        }

        /// The connection is closed, and its threads have ended.
        func close() {
            let rest = state.access { state in
                state.isOver = true
                return exchange(&state.waiting, for: [])
            }
            rest.forEach { natsSubscription_Destroy($0) }
        }

        /// One question for all that end within half a second.
        private func askLater() {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { [self] in ask() }
        }

        private func ask() {
            // Otherwise it is being closed.
            guard let connection else { return }
            let asked = state.access { $0.waiting.count }
            let isAnswered = !connection.isAway && (try? connection.flush(milliseconds: 5_000)) != nil
            let (done, mustAsk) = state.access { state in
                let done = isAnswered && !state.isOver ? Array(state.waiting.prefix(asked)) : []
                state.waiting.removeFirst(done.count)
                state.isAsking = !state.waiting.isEmpty
                return (done, state.isAsking)
            }
            done.forEach { natsSubscription_Destroy($0) }
            if mustAsk { askLater() }
        }
    }
#endif
