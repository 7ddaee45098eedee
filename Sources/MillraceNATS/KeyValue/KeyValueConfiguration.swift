#if NATS
    extension NATS {
        /// How a bucket that does not exist yet is to be made.
        public struct KeyValueConfiguration: Sendable, Hashable {
            /// How many values of each key are kept, the latest included, from 1 to 64.
            public var history = 1

            /// How long a value is kept at most; `nil` without a limit.
            public var maxAge: Duration?

            /// How many bytes are kept at most; `nil` without a limit. What is beyond is refused.
            public var maxBytes: Int?

            /// Where values are kept.
            public var storage = StreamConfiguration.Storage.file

            /// On how many servers of a cluster each value is kept.
            public var replicas = 1

            /// The latest value of each key, in files of one server.
            public init() {}

            /// The stream of a bucket, as all clients of NATS make it.
            func stream(of bucket: String) -> StreamConfiguration {
                var stream = StreamConfiguration(subjects: ["$KV.\(bucket).>"])
                stream.maxMessagesPerSubject = history
                stream.maxAge = maxAge
                stream.maxBytes = maxBytes
                stream.storage = storage
                stream.replicas = replicas
                // For `maxBytes`; of a key, the oldest value goes.
                stream.discard = .new
                stream.isBucket = true
                return stream
            }

            /// Why no bucket can be made as this says; `nil` if one can. The rest is looked at as that of any stream.
            func refusal(of bucket: String) -> Failure? {
                (1...64).contains(history)
                    ? nil : Failure(.invalid, "bucket \(bucket)", "history must be from 1 to 64, not \(history)")
            }
        }
    }
#endif
