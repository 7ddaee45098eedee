#if NATS
    extension NATS {
        /// Why something failed, in the words of the server or of libnats, and without any credential.
        public struct Failure: Error, Hashable, CustomStringConvertible {
            /// What kind of failure it is.
            public enum Kind: Sendable, Hashable {
                /// No server could be reached, or the connection was lost.
                case connection
                /// The server does not accept the credentials, or does not allow the operation.
                case authorization
                /// The connection has been closed.
                case closed
                /// Nobody listens to the subject of the request.
                case noResponders
                /// No answer came in time.
                case timeout
                /// The payload is larger than the server allows.
                case tooLarge
                /// Too much waits for the connection.
                case full
                /// The server, or the connection, has no JetStream.
                case noJetStream
                /// The stream, or the consumer, does not exist.
                case notFound
                /// The server has refused the request; `code` is JetStream's number of the error.
                case refused(code: Int)
                /// Somebody else has changed the key of a ``NATS/KeyValue``; nothing was stored.
                case conflict
                /// An argument that libnats or the server does not accept.
                case invalid
                /// An element could not be encoded, or a payload not be decoded.
                case coding
            }

            /// What kind of failure it is.
            public let kind: Kind

            /// What was attempted, such as `connection to nats://127.0.0.1:4222`.
            public let operation: String

            /// Why it failed.
            public let reason: String

            init(_ kind: Kind, _ operation: String, _ reason: String) {
                self.kind = kind
                self.operation = operation
                self.reason = reason
            }

            /// Whether another attempt may succeed: the server, or the cluster, is not ready, or did not answer.
            var isTemporary: Bool {
                switch kind {
                case .connection, .noResponders, .timeout, .noJetStream, .full: true
                // The cluster or the stream has no leader, this server has not heard of it, it has other numbers than the
                // server before it, or the stream or the consumer is offline; a message with the same id, or of the same
                // subject, is about to be stored; too much waits to be. A server that is no leader any more has the number
                // of all that cannot be stored, such as of a stream that is full.
                case .refused(let code):
                    [10_007, 10_008, 10_009, 10_063, 10_118, 10_119, 10_158, 10_163, 10_167].contains(code)
                        || reason.hasPrefix("raft: ")
                default: false
                }
            }

            /// What was attempted, and why it failed.
            public var description: String { "\(operation): \(reason)" }
        }
    }
#endif
