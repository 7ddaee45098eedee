#if Server
    import Metrics
    import NIOConcurrencyHelpers

    /// The clients that are connected, at most so many at a time, and what became of the frames for them: each frame that
    /// was sent is delivered or dropped.
    package final class Clients: Sendable {
        private let most: Int
        private let count = NIOLockedValueBox(0)
        private let gauge: Gauge
        private let refused: Counter
        fileprivate let sent: Counter
        fileprivate let delivered: Counter
        fileprivate let dropped: [Reason: Counter]

        /// Why a frame was dropped.
        package enum Reason: String, CaseIterable, Sendable {
            /// It had waited longest when there was no room for another.
            case dropOldest
            /// There was no room for it.
            case dropNewest
            /// There was no room for it, which ended the stream; or it had to wait when that happened.
            case error
            /// It waited, or was being written, when the client was disconnected because it had stopped reading.
            case stalled
            /// It waited, or was being written, when the client went away or the server ended.
            case disconnected
        }

        package init(most: Int, metrics: any MetricsFactory) {
            self.most = most
            gauge = Gauge(label: "livefeed.clients", factory: metrics)
            refused = Counter(label: "livefeed.refused", factory: metrics)
            sent = Counter(label: "livefeed.sent", factory: metrics)
            delivered = Counter(label: "livefeed.delivered", factory: metrics)
            dropped = Dictionary(
                uniqueKeysWithValues: Reason.allCases.map { reason in
                    let dimensions = [("reason", reason.rawValue)]
                    return (reason, Counter(label: "livefeed.dropped", dimensions: dimensions, factory: metrics))
                }
            )
            gauge.record(0)
        }

        /// How many there are.
        package var number: Int { count.withLockedValue { $0 } }

        /// `nil` if there are too many.
        package func admit() -> Client? {
            let isAdmitted = count.withLockedValue { count in
                if count >= most { return false }
                count += 1
                gauge.record(count)
                return true
            }
            if !isAdmitted { refused.increment() }
            return isAdmitted ? Client(self) : nil
        }

        fileprivate func leave() {
            count.withLockedValue { count in
                count -= 1
                gauge.record(count)
            }
        }
    }

    /// One client, from its request until nothing sends to it any more.
    package final class Client: Sendable {
        /// How many frames were sent, and what became of them so far.
        package struct Counts: Equatable, Sendable {
            package var sent = 0
            package var delivered = 0
            package var dropped = 0

            package init(sent: Int = 0, delivered: Int = 0, dropped: Int = 0) {
                self.sent = sent
                self.delivered = delivered
                self.dropped = dropped
            }
        }

        private let clients: Clients
        private let state = NIOLockedValueBox((counts: Counts(), ending: Clients.Reason.disconnected))

        fileprivate init(_ clients: Clients) {
            self.clients = clients
        }

        deinit {
            // Whoever sends holds the client, so this is the last word.
            let (counts, ending) = state.withLockedValue { $0 }
            clients.dropped[ending]?.increment(by: counts.sent - counts.delivered - counts.dropped)
            clients.leave()
        }

        package var counts: Counts { state.withLockedValue { $0.counts } }

        /// A frame is on its way into the client's queue.
        package func countSent() {
            state.withLockedValue { $0.counts.sent += 1 }
            clients.sent.increment()
        }

        /// A frame has found no room, or made room for another.
        package func countDropped(_ reason: Clients.Reason) {
            state.withLockedValue { $0.counts.dropped += 1 }
            clients.dropped[reason]?.increment()
        }

        /// Frames were written.
        package func countDelivered(_ frames: Int) {
            state.withLockedValue { $0.counts.delivered += frames }
            clients.delivered.increment(by: frames)
        }

        /// The stream ends for that reason, and what waits is dropped.
        package func countsRest(as reason: Clients.Reason) {
            state.withLockedValue { $0.ending = reason }
        }
    }
#endif
