#if NATS
    extension NATS {
        /// How a connection stands.
        public enum Status: Sendable, Hashable {
            /// The first connection is being made.
            case connecting
            /// Connected to the server with this URL.
            case connected(server: String)
            /// The connection was lost.
            case disconnected
            /// The connection is being made again.
            case reconnecting
            /// The server is about to shut down, and has asked its clients to go to another server.
            case lameDuck
            /// The connection was closed, or given up after ``Options/reconnectLimit`` attempts. This is the last
            /// status.
            case closed
        }

        /// Something that went wrong and ended nothing.
        public struct Problem: Sendable, Hashable, CustomStringConvertible {
            /// What it was about, such as `consumer billing of ORDERS`.
            public let subject: String

            /// What went wrong, in the words of the server or of libnats.
            public let reason: String

            /// The numbers, in the stream, of the messages that it is about: those that the server has lost, that do
            /// not come, or that were stored out of order. There may be others among them. `nil` if it is about none.
            public let sequences: ClosedRange<UInt64>?

            init(subject: String, reason: String, sequences: ClosedRange<UInt64>? = nil) {
                self.subject = subject
                self.reason = reason
                self.sequences = sequences
            }

            /// What went wrong, and with what.
            public var description: String { "\(subject): \(reason)" }
        }

        /// What a connection has counted since it was made.
        public struct Counts: Sendable, Hashable {
            /// Messages that libnats dropped because too many waited for a subscriber.
            public internal(set) var dropped = 0
            /// Elements that were not sent: not encoded, too large, or beyond ``Options/reconnectBuffer``.
            public internal(set) var unsent = 0
            /// Payloads that could not be decoded.
            public internal(set) var undecodable = 0
            /// Messages of streams that came a second time and were not emitted again.
            public internal(set) var doubled = 0
            /// Deliveries that were released without an answer. Such a message is delivered again, by the server or, with
            /// ``Order/perSubject``, by this process.
            public internal(set) var abandoned = 0
            /// Answers to deliveries that had been answered already; they were ignored.
            public internal(set) var answeredTwice = 0
            /// How often the connection was made again.
            public internal(set) var reconnects = 0
            /// How often a consumer was made again, after a gap, a missed heartbeat or the consumer's deletion.
            public internal(set) var consumersMadeAgain = 0
        }
    }
#endif
