#if NATS
    import Millrace

    /// What the server is told of a stream.
    struct StreamRequest: Codable, Sendable {
        var name: String
        var subjects: [String]?
        var retention: String?
        var maxConsumers: Int?
        var maxMsgs: Int?
        var maxBytes: Int?
        var maxAge: Int64?
        var maxMsgsPerSubject: Int?
        var storage: String?
        var discard: String?
        var discardNewPerSubject: Bool?
        var numReplicas: Int?
        var duplicateWindow: Int64?
        // Of buckets alone.
        var allowRollupHdrs: Bool?
        var denyDelete: Bool?
        var allowDirect: Bool?

        init(_ name: String, _ configuration: NATS.StreamConfiguration) {
            self.name = name
            subjects = configuration.subjects
            retention = configuration.retention.rawValue
            maxConsumers = -1
            maxMsgs = configuration.maxMessages ?? -1
            maxBytes = configuration.maxBytes ?? -1
            maxAge = configuration.maxAge?.nanoseconds ?? 0
            maxMsgsPerSubject = configuration.maxMessagesPerSubject ?? -1
            storage = configuration.storage.rawValue
            discard = configuration.discard.rawValue
            // A server that is not told so removes the oldest message of the subject, and refuses none.
            if configuration.isBucket {
                (allowRollupHdrs, denyDelete, allowDirect) = (true, true, true)
            } else if configuration.discard == .new, configuration.maxMessagesPerSubject != nil {
                discardNewPerSubject = true
            }
            numReplicas = configuration.replicas
            duplicateWindow = configuration.duplicateWindow.nanoseconds
            // The server refuses a window that is longer than messages are kept.
            if let age = maxAge, age > 0, let window = duplicateWindow { duplicateWindow = min(window, age) }
        }
    }

    struct StreamAnswer: Decodable, Sendable {
        struct State: Decodable, Sendable {
            let messages: Int
            let bytes: Int
            let firstSeq: UInt64
            let lastSeq: UInt64
            /// The numbers that are missing, if they were asked for.
            let deleted: [UInt64]?
        }

        struct Cluster: Decodable, Sendable {
            /// A server beside the leader.
            struct Replica: Decodable, Sendable {
                let offline: Bool?
                /// How many nanoseconds ago it was heard of.
                let active: Int64?

                var isThere: Bool { offline != true && active ?? 0 < 10_000_000_000 }
            }

            let leader: String?
            let replicas: [Replica]?

            var hasMajority: Bool {
                let others = replicas ?? []
                return leader != nil && 2 * (others.count { $0.isThere } + 1) > others.count + 1
            }
        }

        let config: StreamSettings
        let created: String
        let state: State
        let cluster: Cluster?

        var info: NATS.StreamInfo {
            NATS.StreamInfo(
                subjects: config.subjects ?? [],
                messages: state.messages,
                bytes: state.bytes,
                firstSequence: state.firstSeq,
                // Version 2.11.0 counts down from 0 when it purges a stream in memory.
                lastSequence: state.lastSeq == .max ? 0 : state.lastSeq,
                created: created,
                settings: config,
                isClustered: cluster != nil,
                leader: cluster?.leader,
                hasMajority: cluster?.hasMajority ?? true
            )
        }
    }

    /// What the server has been told of a stream, as far as it matters here.
    struct StreamSettings: Decodable, Sendable, Hashable {
        struct Source: Decodable, Sendable, Hashable {
            struct Transform: Decodable, Sendable, Hashable {}
            let name: String
            let subjectTransforms: [Transform]?
        }

        let subjects: [String]?
        let retention: String?
        let maxMsgs: Int?
        let maxBytes: Int?
        let maxAge: Int64?
        let maxMsgsPerSubject: Int?
        let storage: String?
        let discard: String?
        let discardNewPerSubject: Bool?
        let numReplicas: Int?
        let duplicateWindow: Int64?
        /// Whether the stream acknowledges nothing.
        let noAck: Bool?
        /// Whether the stream takes no more messages.
        let sealed: Bool?
        let mirror: Source?
        let allowRollupHdrs: Bool?
        let allowMsgTtl: Bool?
        /// Newer servers say their version in it.
        let metadata: [String: String]?

        /// Whether the server has this version or a later one.
        func isOfServer(since version: [Int]) -> Bool {
            guard let text = metadata?["_nats.ver"] else { return false }
            let own = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
            return !own.lexicographicallyPrecedes(version)
        }

        /// Whether no message between others is removed by itself.
        var isGapless: Bool {
            maxMsgsPerSubject ?? 0 <= 0 && retention == NATS.StreamConfiguration.Retention.limits.rawValue
                && allowRollupHdrs != true && allowMsgTtl != true
                // A mirror leaves out what its origin has removed.
                && mirror == nil
        }

        /// Whether no message at all is.
        var keepsAll: Bool { isGapless && maxMsgs ?? 0 <= 0 && maxBytes ?? 0 <= 0 && maxAge ?? 0 <= 0 }
    }

    extension NATS.StreamInfo {
        /// How many numbers have no message between those that have one.
        var missing: Int {
            // A damaged server may say anything.
            if messages <= 0 || lastSequence < firstSequence { return 0 }
            return max(0, Int(clamping: (lastSequence - firstSequence) &+ 1) - messages)
        }

        /// What a consumer has left out between two numbers: from the first to the last number that the stream has, as far
        /// as is known. `nil` if there is none, or if the stream may have removed all by itself.
        ///
        /// - Parameter missing: the numbers that the stream lacks; `nil` if it was not asked. Then those up to its last
        ///   number count as missing if some are.
        func leftOut(
            behind number: UInt64,
            before next: UInt64,
            _ missing: [ClosedRange<UInt64>]?
        ) -> ClosedRange<UInt64>? {
            let first = settings.keepsAll ? max(number + 1, firstSequence) : number + 1
            if !settings.isGapless || first < firstSequence || first >= next { return nil }
            let numbers = first...(next - 1)
            if self.missing == 0 { return numbers }
            if missing == nil, numbers.upperBound <= lastSequence { return nil }
            return (missing ?? []).rest(of: numbers)
        }

        /// These numbers.
        func missingNumbers(in stream: String, _ api: StreamAPI) async throws -> [ClosedRange<UInt64>] {
            let answer: StreamAnswer = try await api.ask(
                "STREAM.INFO.\(stream)",
                ["deleted_details": true],
                operation: "stream \(stream)"
            )
            var ranges: [ClosedRange<UInt64>] = []
            // A damaged server may say anything.
            for number in (answer.state.deleted ?? []).sorted() where number > 0 && number < 1 << 62 {
                if let last = ranges.last, last.upperBound + 1 == number {
                    ranges[ranges.count - 1] = last.lowerBound...number
                } else {
                    ranges.append(number...number)
                }
            }
            return ranges
        }
    }

    /// Ranges in order, none of which begins where another one ends.
    extension [ClosedRange<UInt64>] {
        /// How many of the numbers from `first` to `last` are in the ranges.
        func count(from first: UInt64, to last: UInt64) -> Int {
            reduce(0) { sum, range in
                let (low, high) = (Swift.max(range.lowerBound, first), Swift.min(range.upperBound, last))
                return low > high ? sum : sum + Int(clamping: high - low) + 1
            }
        }

        /// From the first to the last of these numbers that are in none of the ranges; `nil` if all are in one.
        func rest(of numbers: ClosedRange<UInt64>) -> ClosedRange<UInt64>? {
            let first = range(with: numbers.lowerBound).map { $0.upperBound + 1 } ?? numbers.lowerBound
            let last = range(with: numbers.upperBound).map { $0.lowerBound - 1 } ?? numbers.upperBound
            return first > last ? nil : first...last
        }

        private func range(with number: UInt64) -> ClosedRange<UInt64>? {
            var (low, high) = (0, count)
            while low < high {
                let middle = low + (high - low) / 2
                if self[middle].upperBound < number { low = middle + 1 } else { high = middle }
            }
            return low < count && self[low].contains(number) ? self[low] : nil
        }
    }
#endif
