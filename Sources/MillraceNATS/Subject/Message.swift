#if NATS
    import Millrace

    extension NATS {
        /// A message as it has come, before it is decoded.
        ///
        /// Its parts are copied when they are asked for.
        public struct Message: Sendable {
            let native: NativeMessage

            /// The subject that the message was sent to.
            public var subject: String { native.subject }

            /// The subject to which the sender wants a reply, if any.
            public var reply: String? { native.reply }

            /// The headers.
            public var headers: Headers { native.headers }

            /// The payload.
            public var payload: [UInt8] { native.payload }

            /// How many bytes the payload has.
            public var count: Int { native.count }
        }

        /// How many messages of a subscription may wait for its observer. What comes beyond is dropped, and counted.
        public struct Pending: Sendable, Hashable {
            let messages: Int
            let bytes: Int

            /// At most so many messages, with at most so many bytes.
            ///
            /// - Parameters:
            ///   - messages: how many messages may wait, at least 1 and at most 2,000,000.
            ///   - bytes: how many bytes these may have, at least 1 and at most 2,147,483,647.
            public init(messages: Int = 65_536, bytes: Int = 67_108_864) {
                require(
                    (1...2_000_000).contains(messages),
                    "NATS.Pending: messages must be from 1 to 2000000, not \(messages)"
                )
                require(
                    (1...Int(Int32.max)).contains(bytes),
                    "NATS.Pending: bytes must be from 1 to \(Int32.max), not \(bytes)"
                )
                self.messages = messages
                self.bytes = bytes
            }

            private init(unchecked limit: Int) {
                messages = limit
                bytes = limit
            }

            /// For what is bounded in another way.
            static let unbounded = Pending(unchecked: -1)
        }
    }
#endif
