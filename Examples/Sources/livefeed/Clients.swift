#if Server
    import Metrics
    import NIOConcurrencyHelpers

    /// Who is connected, at most so many at a time.
    final class Clients: Sendable {
        private let most: Int
        private let count = NIOLockedValueBox(0)
        private let gauge = Gauge(label: "livefeed_clients")
        private let delivered = Counter(label: "livefeed_delivered_frames_total")
        private let dropped = Counter(label: "livefeed_dropped_frames_total")
        private let refused = Counter(label: "livefeed_refused_clients_total")

        init(most: Int) {
            self.most = most
            gauge.record(0)
        }

        /// `nil` if there are too many.
        func admit() -> Ticket? {
            let isAdmitted = count.withLockedValue { count in
                if count >= most { return false }
                count += 1
                gauge.record(count)
                return true
            }
            if !isAdmitted { refused.increment() }
            return isAdmitted ? Ticket(self) : nil
        }

        /// One client, while it is connected.
        final class Ticket: Sendable {
            private let clients: Clients
            private let drops = NIOLockedValueBox(0)

            fileprivate init(_ clients: Clients) {
                self.clients = clients
            }

            deinit {
                clients.count.withLockedValue { count in
                    count -= 1
                    clients.gauge.record(count)
                }
            }

            /// How many frames the client has lost.
            var dropped: Int { drops.withLockedValue { $0 } }

            func countDrop() {
                drops.withLockedValue { $0 += 1 }
                clients.dropped.increment()
            }

            func countDelivered(_ frames: Int) {
                clients.delivered.increment(by: frames)
            }
        }
    }
#endif
