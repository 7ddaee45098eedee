#if NATS
    extension NATS {
        /// How a stream that does not exist yet is to be made.
        ///
        /// Durations must be longer than zero and numbers at least 1; otherwise, each use of the stream fails with
        /// ``Failure/Kind/invalid``. What a server can do beyond these properties is in <doc:WhatIsPromised>.
        public struct StreamConfiguration: Sendable, Hashable {
            /// Where messages are kept.
            public enum Storage: String, Sendable, Hashable {
                /// In files.
                case file
                /// In memory; they are lost when the server ends.
                case memory
            }

            /// How long messages are kept, unless a limit is reached before.
            public enum Retention: String, Sendable, Hashable {
                /// Until a limit is reached.
                case limits
                /// Until all consumers that are interested have acknowledged them. A message that comes while there is
                /// no consumer is acknowledged and not kept. A replay counts as a consumer while it lasts, and needs no
                /// acknowledgement.
                case interest
                /// Until one consumer has acknowledged them. The server refuses a replay of such a stream.
                case workQueue = "workqueue"
            }

            /// What happens to a message that comes when a limit is reached: ``maxMessages``, ``maxBytes`` or
            /// ``maxMessagesPerSubject``.
            public enum Discard: String, Sendable, Hashable {
                /// The oldest message is removed; of its subject, if the limit is that of each subject.
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

            /// How long the server knows the id of a message, and drops another message with the same id. With a
            /// shorter ``maxAge``, it is as long as that.
            public var duplicateWindow: Duration = .seconds(120)

            /// On how many servers of a cluster each message is kept.
            public var replicas = 1

            /// Whether it is the stream of a bucket.
            var isBucket = false

            /// A stream for these subjects.
            ///
            /// - Parameter subjects: the subjects, which may have wildcards.
            public init(subjects: [String]) {
                self.subjects = subjects
            }

            /// Why no stream can be made as this says; `nil` if one can. The server takes a zero for no limit, or for
            /// its own default.
            func refusal(of stream: String) -> Failure? {
                for subject in subjects {
                    let parameter = Parameter("stream \(stream)", "a subject")
                    if let failure = parameter.failure(ofSubject: subject, wildcards: true) { return failure }
                }
                let numbers = [
                    ("maxMessages", maxMessages), ("maxBytes", maxBytes),
                    ("maxMessagesPerSubject", maxMessagesPerSubject), ("replicas", replicas),
                ]
                for case (let name, let number?) in numbers where number < 1 {
                    return Failure(.invalid, "stream \(stream)", "\(name) must be at least 1, not \(number)")
                }
                for case (let name, let time?) in [("maxAge", maxAge), ("duplicateWindow", duplicateWindow)]
                where time <= .zero {
                    return Failure(.invalid, "stream \(stream)", "\(name) must be longer than zero, not \(time)")
                }
                return nil
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

            /// What the server has been told of the stream.
            let settings: StreamSettings

            /// Whether the server is one of a cluster.
            let isClustered: Bool

            /// The server that leads the stream in a cluster.
            let leader: String?

            /// Whether the stream has a leader that hears of most of its servers.
            let hasMajority: Bool

            /// The stream of which this one is a copy, if it is one: it takes no messages itself.
            var mirrored: String? { settings.mirror?.name }

            /// Why nothing can be published to the stream; `nil` if something can.
            func refusalToPublish(to name: String) -> Failure? {
                let reason =
                    mirrored.map { "the stream is a mirror of \($0), which keeps what is sent to its own subjects" }
                    ?? (settings.sealed == true ? "the stream takes no messages: it is sealed" : nil)
                    ?? (settings.noAck == true ? "the stream acknowledges no message: it has the option no_ack" : nil)
                return reason.map { Failure(.invalid, "publishing to \(name)", $0) }
            }

            /// What of the stream is not as it was to be, but for its subjects.
            func differences(from wanted: StreamRequest) -> [String] {
                func limit(_ number: Int?) -> String { number.map { $0 > 0 ? "\($0)" : "no limit" } ?? "no limit" }
                func time(_ time: Int64?) -> String {
                    time.map { $0 > 0 ? "\(Duration.nanoseconds($0))" : "no limit" } ?? "no limit"
                }
                let own = settings
                return [
                    ("storage", own.storage ?? "", wanted.storage ?? ""),
                    ("retention", own.retention ?? "", wanted.retention ?? ""),
                    ("discard", own.discard ?? "", wanted.discard ?? ""),
                    // Without it, the server removes the oldest message of the subject, although `discard` is `new`.
                    (
                        "discard_new_per_subject", "\(own.discardNewPerSubject ?? false)",
                        "\(wanted.discardNewPerSubject ?? false)"
                    ),
                    ("maxMessages", limit(own.maxMsgs), limit(wanted.maxMsgs)),
                    ("maxBytes", limit(own.maxBytes), limit(wanted.maxBytes)),
                    ("maxMessagesPerSubject", limit(own.maxMsgsPerSubject), limit(wanted.maxMsgsPerSubject)),
                    ("maxAge", time(own.maxAge), time(wanted.maxAge)),
                    ("duplicateWindow", time(own.duplicateWindow), time(wanted.duplicateWindow)),
                    ("replicas", limit(own.numReplicas), limit(wanted.numReplicas)),
                ].filter { $0.1 != $0.2 }.map { "\($0.0) \($0.1) instead of \($0.2)" }
            }
        }
    }
#endif
