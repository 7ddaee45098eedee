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
            operation: String
        ) async throws -> Answer {
            let payload = body is Nothing ? [] : Array(try JSONEncoder.jetStream.encode(body))
            return try answer(in: try await reply(to: "$JS.API.\(request)", payload, [:], operation), operation)
        }

        /// Publishes to a stream, and waits for its acknowledgement.
        func store(_ payload: [UInt8], at subject: String, _ headers: NATS.Headers) async throws {
            let operation = "message to \(subject)"
            let message = try await reply(to: subject, payload, headers, operation)
            if message.isNoResponders { throw NATS.Failure(.notFound, operation, "no stream keeps this subject") }
            let _: Success = try answer(in: message, operation)
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
        /// numbers again, so that only the time tells the messages apart.
        func hasLost(
            _ sequence: UInt64,
            of time: Int64,
            in stream: String,
            _ info: NATS.StreamInfo
        ) async throws -> Bool {
            if info.lastSequence < sequence { return true }
            do {
                return try await self.time(of: sequence, in: stream) != NATS.text(ofNanosecond: time)
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                // It was removed, as streams remove old messages.
                return false
            } catch let failure as NATS.Failure where failure.kind == .timeout || failure.kind == .authorization {
                // The account may not ask for messages.
                nats.shared.report("stream \(stream)", "whether the server has lost messages is not known: \(failure)")
                return false
            }
        }

        /// When the server stored a message, as `NATS.text(ofNanosecond:)` writes it.
        private func time(of sequence: UInt64, in stream: String) async throws -> String {
            let answer: MessageAnswer = try await ask(
                "STREAM.MSG.GET.\(stream)",
                MessageRequest(seq: sequence),
                operation: "message \(sequence) of \(stream)"
            )
            // The server leaves out zeros at the end.
            let parts = answer.message.time.dropLast().split(separator: ".")
            let fraction = parts.count > 1 ? String(parts[1]) : ""
            return "\(parts.first ?? "").\(fraction)\(String(repeating: "0", count: max(0, 9 - fraction.count)))Z"
        }

        /// Publishes, and waits for an empty reply.
        func confirm(_ payload: [UInt8], at subject: String, operation: String) async throws {
            _ = try await reply(to: subject, payload, [:], operation)
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
            _ operation: String
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
                        timeout: .seconds(5),
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
            if configuration.discard == .new, configuration.maxMessagesPerSubject != nil { discardNewPerSubject = true }
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
        }

        let config: StreamSettings
        let created: String
        let state: State

        var info: NATS.StreamInfo {
            NATS.StreamInfo(
                subjects: config.subjects ?? [],
                messages: state.messages,
                bytes: state.bytes,
                firstSequence: state.firstSeq,
                lastSequence: state.lastSeq,
                created: created,
                settings: config
            )
        }
    }

    /// What the server has been told of a stream, as far as it matters here.
    struct StreamSettings: Decodable, Sendable, Hashable {
        struct Source: Decodable, Sendable, Hashable {
            let name: String
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

            /// Where to begin.
            mutating func begin(at start: NATS.Start, _ info: NATS.StreamInfo) {
                switch start {
                case .all: deliverPolicy = "all"
                case .new: deliverPolicy = "new"
                case .lastPerSubject:
                    deliverPolicy = "last_per_subject"
                    if filterSubject == nil { filterSubject = info.subjects.count == 1 ? info.subjects[0] : ">" }
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
        }

        let name: String
        let config: ConsumerRequest.Configuration
        /// The last message that was delivered.
        let delivered: Position
        /// All messages up to this one have been answered.
        let ackFloor: Position
        /// How many messages have been delivered and not answered.
        let numAckPending: Int
    }

    /// Asks for one message of a stream.
    struct MessageRequest: Encodable, Sendable {
        let seq: UInt64
    }

    struct MessageAnswer: Decodable, Sendable {
        struct Message: Decodable, Sendable {
            let time: String
        }

        let message: Message
    }

    struct Success: Decodable, Sendable {
        let success: Bool?
    }

    extension NATS {
        /// The time as the server writes it.
        static func text(of time: Date) -> String {
            let seconds = time.timeIntervalSince1970
            let whole = seconds.rounded(.down)
            return text(seconds: Int(whole), nanoseconds: Int((seconds - whole) * 1e9))
        }

        /// The nanosecond since 1970 as the server writes times, with all nine digits.
        static func text(ofNanosecond nanosecond: Int64) -> String {
            let (seconds, rest) = nanosecond.quotientAndRemainder(dividingBy: 1_000_000_000)
            return rest < 0
                ? text(seconds: Int(seconds) - 1, nanoseconds: Int(rest) + 1_000_000_000)
                : text(seconds: Int(seconds), nanoseconds: Int(rest))
        }

        private static func text(seconds: Int, nanoseconds: Int) -> String {
            // Civil date of a day since 1970, by Howard Hinnant's arithmetic on eras of 400 years.
            let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
            let second = seconds - days * 86_400
            let shifted = days + 719_468
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let shiftedMonth = (5 * dayOfYear + 2) / 153
            let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
            let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
            let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
            func padded(_ number: Int, _ count: Int) -> String {
                let digits = String(number)
                return String(repeating: "0", count: max(0, count - digits.count)) + digits
            }
            return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(second / 3_600, 2)):"
                + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(nanoseconds, 9))Z"
        }
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
