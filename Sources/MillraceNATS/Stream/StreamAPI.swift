#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Millrace

    /// JetStream's own requests and answers, in JSON.
    struct StreamAPI: Sendable {
        let nats: NATS

        private struct ErrorAnswer: Decodable {
            struct Details: Decodable {
                let code: Int
                let errCode: Int?
                let description: String?
            }
            let error: Details?
        }

        struct Nothing: Codable {}

        /// Asks `$JS.API.` and `request`.
        func ask<Answer: Decodable & Sendable>(
            _ request: String,
            _ body: some Encodable = Nothing(),
            operation: String,
            timeout: Duration = .seconds(5)
        ) async throws -> Answer {
            let payload = body is Nothing ? [] : Array(try JSONEncoder.jetStream.encode(body))
            return try answer(
                in: try await reply(to: "$JS.API.\(request)", payload, [:], operation, timeout),
                operation
            )
        }

        /// Publishes to a stream, and waits for its acknowledgement.
        ///
        /// - Returns: the message's number.
        @discardableResult
        func store(
            _ payload: [UInt8],
            at subject: String,
            _ headers: NATS.Headers,
            timeout: Duration = .seconds(5)
        ) async throws -> UInt64 {
            let operation = "message to \(subject)"
            let message = try await reply(to: subject, payload, headers, operation, timeout)
            if message.isNoResponders { throw NATS.Failure(.noResponders, operation, "no stream keeps this subject") }
            let stored: StoredAnswer = try answer(in: message, operation)
            return stored.seq
        }

        private func answer<Answer: Decodable>(in message: NativeMessage, _ operation: String) throws -> Answer {
            if message.isNoResponders {
                throw NATS.Failure(.noJetStream, operation, "the server has no JetStream, or JetStream is not ready")
            }
            do {
                if let error = try JSONDecoder.jetStream.decode(ErrorAnswer.self, from: .init(message.payload)).error {
                    let code = error.errCode ?? 0
                    let kind: NATS.Failure.Kind =
                        switch (error.code, code) {
                        case (_, 10_039), (_, 10_076): .noJetStream
                        case (404, _): .notFound
                        default: .refused(code: code)
                        }
                    throw NATS.Failure(kind, operation, error.description ?? "error \(error.code)")
                }
                return try JSONDecoder.jetStream.decode(Answer.self, from: .init(message.payload))
            } catch let error as DecodingError {
                throw NATS.Failure(.coding, operation, "the server's answer cannot be read: \(error)")
            }
        }

        /// Whether the server no longer has the message of this number and time, and did not remove it on purpose: it
        /// ended without writing its last messages to the disk, or was given an older copy of them. It gives their
        /// numbers again, so that only the time tells the messages apart. `nil` if the server does not say.
        func hasLost(
            _ sequence: UInt64,
            of time: Int64,
            in stream: String,
            _ info: NATS.StreamInfo
        ) async throws -> Bool? {
            // The message, or another one with its number, may have come after that answer.
            if info.lastSequence < sequence, try await nats.stream(stream).info().lastSequence < sequence {
                return true
            }
            do {
                return try await message(sequence, in: stream).nanosecond != time
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                // It was removed, as streams remove old messages.
                return false
            } catch let failure as NATS.Failure where failure.kind == .timeout || failure.kind == .authorization {
                // The account may not ask for messages.
                nats.shared.report("stream \(stream)", "whether the server has lost messages is not known: \(failure)")
                return nil
            }
        }

        /// The same, but asks several times in a cluster: a server that was cut off from the others goes on for about ten
        /// seconds, and knows nothing of what was stored meanwhile.
        func hasSurelyLost(
            _ sequence: UInt64,
            of time: Int64,
            in stream: String,
            _ info: NATS.StreamInfo
        ) async throws -> Bool? {
            var (info, rest) = (info, info.isClustered ? 4 : 0)
            while true {
                let answer = try await hasLost(sequence, of: time, in: stream, info)
                if answer != true || rest == 0 { return answer }
                rest -= 1
                try await Task.sleep(for: .seconds(3))
                info = try await nats.stream(stream).info()
            }
        }

        /// A message of a stream.
        func message(_ sequence: UInt64, in stream: String) async throws -> StoredMessage {
            let answer: MessageAnswer = try await ask(
                "STREAM.MSG.GET.\(stream)",
                MessageRequest(seq: sequence),
                operation: "message \(sequence) of \(stream)"
            )
            return answer.message
        }

        /// A message of a stream; `nil` if the stream does not have it.
        func messageIfThere(_ sequence: UInt64, in stream: String) async throws -> StoredMessage? {
            do {
                return try await message(sequence, in: stream)
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                return nil
            }
        }

        /// The first message of a subject from a number on; `nil` if the stream has none.
        func firstMessage(of subject: String, from sequence: UInt64, in stream: String) async throws -> StoredMessage? {
            do {
                let answer: MessageAnswer = try await ask(
                    "STREAM.MSG.GET.\(stream)",
                    MessageRequest(seq: sequence, nextBySubj: subject),
                    operation: "the first message of \(subject) in \(stream) from \(sequence) on"
                )
                return answer.message
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                return nil
            }
        }

        /// The first number from `low` on whose message the stream has stored after this nanosecond since 1970, or does
        /// not have; `high` if there is none below it. Asks for as many messages as the difference has binary digits.
        func firstNumber(
            after nanosecond: Int64,
            from low: UInt64,
            to high: UInt64,
            in stream: String
        ) async throws -> UInt64 {
            var (low, high) = (low, high)
            while low < high {
                let middle = low + (high - low) / 2
                if let found = try await messageIfThere(middle, in: stream), found.nanosecond <= nanosecond {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low
        }

        /// Publishes, and waits for an empty reply.
        func confirm(_ payload: [UInt8], at subject: String, operation: String) async throws {
            _ = try await reply(to: subject, payload, [:], operation, .seconds(5))
        }

        /// Asks without waiting for an answer.
        func tell(_ request: String) {
            let native = nats.native
            native.whenFree { _ = native.publish("", to: "$JS.API.\(request)", reply: NativeConnection.newInbox()) }
        }

        private func reply(
            to subject: String,
            _ payload: [UInt8],
            _ headers: NATS.Headers,
            _ operation: String,
            _ timeout: Duration
        ) async throws -> NativeMessage {
            try Task.checkCancellation()
            let replies = nats.shared.replies
            let request = Locked(0)
            do {
                return try await awaiting { finish in
                    let sent = replies.send(
                        payload,
                        to: subject,
                        headers: headers,
                        timeout: timeout,
                        over: nats.native,
                        from: NATS.Parameter(operation, "the subject"),
                        finish
                    )
                    request.access { $0 = sent }
                }
            } catch let failure as NATS.Failure {
                throw NATS.Failure(failure.kind, operation, failure.reason)
            } catch {
                // The task was cancelled: nobody waits for the reply any more.
                replies.cancel(request.access { $0 })
                throw error
            }
        }
    }

    /// What the server is told of a consumer.
    struct ConsumerRequest: Encodable, Sendable {
        struct Configuration: Codable, Sendable {
            var name: String?
            var durableName: String?
            var description: String?
            var deliverPolicy = "all"
            var optStartSeq: UInt64?
            var optStartTime: String?
            var ackPolicy = "explicit"
            var ackWait: Int64?
            var maxDeliver: Int? = -1
            var filterSubject: String?
            var replayPolicy = "instant"
            var maxAckPending: Int?
            var inactiveThreshold: Int64?
            var numReplicas: Int?
            var memStorage: Bool?
            // Only in answers.
            var deliverSubject: String?
            /// More than one of them; then `filterSubject` is not there.
            var filterSubjects: [String]?
            /// The waits for an answer in place of `ackWait`: for the first delivery, the second one and so on.
            var backoff: [Int64]?
            /// What one request may ask for, and how long it may stay.
            var maxBatch: Int?
            var maxExpires: Int64?

            /// Where to begin.
            mutating func begin(at start: NATS.Start, _ info: NATS.StreamInfo) {
                switch start {
                case .all: deliverPolicy = "all"
                case .new: deliverPolicy = "new"
                case .lastPerSubject:
                    deliverPolicy = "last_per_subject"
                    // Not the stream's subject: it may have messages of others, from other streams or from before.
                    if filterSubject == nil { filterSubject = ">" }
                case .last(let count):
                    begin(
                        at: .sequence(info.lastSequence >= UInt64(count) ? info.lastSequence - UInt64(count) + 1 : 1),
                        info
                    )
                case .sequence(let sequence):
                    deliverPolicy = "by_start_sequence"
                    optStartSeq = max(1, sequence)
                case .time(let time):
                    deliverPolicy = "by_start_time"
                    optStartTime = NATS.text(of: time)
                }
            }

            /// Begins with the first message that was stored at this nanosecond since 1970 or later.
            mutating func begin(atNanosecond nanosecond: Int64) {
                deliverPolicy = "by_start_time"
                optStartTime = NATS.text(ofNanosecond: nanosecond)
            }
        }

        let streamName: String
        let config: Configuration
    }

    struct ConsumerAnswer: Decodable, Sendable {
        struct Position: Decodable, Sendable {
            let consumerSeq: UInt64
            let streamSeq: UInt64

            /// A damaged server may say anything, and one is added to these.
            var isLikely: Bool { max(consumerSeq, streamSeq) < 1 << 62 }
        }

        let name: String
        /// When the consumer was made.
        let created: String?
        let config: ConsumerRequest.Configuration
        /// The last message that was delivered.
        let delivered: Position
        /// All messages up to this one have been answered.
        let ackFloor: Position
        /// How many messages have been delivered and not answered.
        let numAckPending: Int
        /// How many messages are to be delivered.
        let numPending: Int?

        /// Whether it waits for answers before it delivers more.
        var isFull: Bool { config.maxAckPending.map { $0 > 0 && numAckPending >= $0 } ?? false }

        /// It may have been made by others, who have limited what may be asked for at a time.
        var consumer: PullConsumer {
            var consumer = PullConsumer(name: name)
            if let most = config.maxBatch, most > 0 { consumer.maxBatch = most }
            if let longest = config.maxExpires, longest > 0 { consumer.maxExpires = .nanoseconds(longest) }
            return consumer
        }
    }

    /// Asks for one message of a stream.
    struct MessageRequest: Encodable, Sendable {
        var seq: UInt64?
        /// The first message of this subject, from `seq` on.
        var nextBySubj: String?
        var lastBySubj: String?
    }

    struct MessageAnswer: Decodable, Sendable {
        let message: StoredMessage
    }

    struct StoredAnswer: Decodable, Sendable {
        let seq: UInt64
    }

    struct Success: Decodable, Sendable {
        let success: Bool?
    }

    extension JSONEncoder {
        /// For names as JetStream has them.
        static var jetStream: JSONEncoder {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            return encoder
        }
    }

    extension JSONDecoder {
        /// For names as JetStream has them.
        static var jetStream: JSONDecoder {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
    }
#endif
