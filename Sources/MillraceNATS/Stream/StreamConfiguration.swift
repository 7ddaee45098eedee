#if NATS
    extension NATS {
        /// How a stream that does not exist yet is to be made.
        public struct StreamConfiguration: Sendable, Hashable {
            /// Where messages are kept.
            public enum Storage: String, Sendable, Hashable {
                /// In files.
                case file
                /// In memory; they are lost when the server ends.
                case memory
            }

            /// How long messages are kept.
            public enum Retention: String, Sendable, Hashable {
                /// Until a limit is reached.
                case limits
                /// Until all consumers that are interested have acknowledged them.
                case interest
                /// Until one consumer has acknowledged them.
                case workQueue = "workqueue"
            }

            /// What happens to a message that comes when a limit is reached.
            public enum Discard: String, Sendable, Hashable {
                /// The oldest message is removed.
                case old
                /// The message is refused.
                case new
            }

            /// The subjects whose messages are kept.
            public var subjects: [String]

            /// Where messages are kept.
            public var storage = Storage.file

            /// How long messages are kept.
            public var retention = Retention.limits

            /// What happens to a message that comes when a limit is reached.
            public var discard = Discard.old

            /// How many messages are kept at most; `nil` without a limit.
            public var maxMessages: Int?

            /// How many bytes are kept at most; `nil` without a limit.
            public var maxBytes: Int?

            /// How many messages of each subject are kept at most; `nil` without a limit.
            public var maxMessagesPerSubject: Int?

            /// How long a message is kept at most; `nil` without a limit.
            public var maxAge: Duration?

            /// How long the server knows the id of a message, and drops another message with the same id.
            public var duplicateWindow: Duration = .seconds(120)

            /// On how many servers of a cluster each message is kept.
            public var replicas = 1

            /// A stream for these subjects.
            ///
            /// - Parameter subjects: the subjects, which may have wildcards.
            public init(subjects: [String]) {
                self.subjects = subjects
            }
        }

        /// What a server says of a stream.
        public struct StreamInfo: Sendable, Hashable {
            /// The stream's subjects.
            public let subjects: [String]
            /// How many messages it keeps.
            public let messages: Int
            /// How many bytes these have.
            public let bytes: Int
            /// The number of the oldest message.
            public let firstSequence: UInt64
            /// The number of the latest message; 0 if there has been none.
            public let lastSequence: UInt64

            /// When the stream was made, in the server's words.
            let created: String
        }
    }
#endif
