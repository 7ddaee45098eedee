#if NATS
    import Millrace

    /// Finds callbacks that hold a thread for long. Subscriptions share the threads, so others wait meanwhile.
    final class Callbacks: @unchecked Sendable {
        /// The calls of a subscription's callback: an odd number while one is under way.
        typealias Calls = AtomicCounter.Object

        private struct Watched {
            let name: String
            let calls: Calls
            /// The number at the last look.
            var seen: Int64 = 0
            var isReported = false
        }

        private struct State {
            var watched: [ObjectIdentifier: Watched] = [:]
            var timer: Deadline?
        }

        static let period: Duration = .seconds(2)

        private let events: ConnectionEvents
        private let state = Locked(State())

        init(_ events: ConnectionEvents) {
            self.events = events
        }

        func watch(_ calls: Calls, _ name: String) {
            let isFirst = state.access { state in
                state.watched[ObjectIdentifier(calls)] = Watched(name: name, calls: calls)
                return state.watched.count == 1
            }
            if !isFirst { return }
            let timer = Deadline(after: Callbacks.period, every: Callbacks.period) { [weak self] in self?.look() }
            let former = state.access { state in
                // The subscription may have ended again.
                let isNeeded = !state.watched.isEmpty
                return exchange(&state.timer, for: isNeeded ? timer : nil)
            }
            releaseValue(former)
        }

        func unwatch(_ calls: Calls) {
            let former = state.access { state in
                let watched = state.watched.removeValue(forKey: ObjectIdentifier(calls))
                return (watched, state.watched.isEmpty ? exchange(&state.timer, for: nil) : nil)
            }
            releaseValue(former)
        }

        /// A call that was under way at the last look, and still is, has held its thread for a period at least.
        private func look() {
            let names = state.access { state in
                var names: [String] = []
                for (key, watched) in state.watched {
                    let number = watched.calls.value
                    if number != watched.seen {
                        state.watched[key]?.seen = number
                        state.watched[key]?.isReported = false
                    } else if number % 2 == 1, !watched.isReported {
                        state.watched[key]?.isReported = true
                        names.append(watched.name)
                    }
                }
                return names
            }
            for name in names { events.send(.holding(name: name)) }
        }
    }
#endif
