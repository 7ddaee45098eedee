#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Millrace

    extension NATS {
        /// A message of a stream, with its element.
        public struct Stored<Element> {
            /// What the message contains.
            public let element: Element

            /// The message's number in the stream.
            public let sequence: UInt64

            /// When the server stored the message.
            public let time: Date

            /// How many messages followed when the server sent this one.
            public let pending: Int

            let message: Message

            /// The subject that the message was sent to.
            public var subject: String { message.subject }

            /// The message's headers.
            public var headers: Headers { message.headers }
        }
    }

    extension NATS.Stored: Sendable where Element: Sendable {}

    extension NATS.Stream {
        /// The messages of the stream from some place on, then what comes, without a gap.
        ///
        /// Each subscription makes a consumer of its own, which the server forgets afterwards. Nothing is acknowledged.
        /// If messages are missing, or the consumer or the connection is lost, the consumer is made again behind the
        /// last message that has come.
        ///
        /// - **Emits** each message once, in the order of the stream. Messages that the server removes before they were
        ///   sent are not emitted. If the stream is deleted and made again, the new stream is emitted from its
        ///   beginning. With `.lastPerSubject`, a loss of the connection among the first messages may bring messages
        ///   that others have replaced since.
        /// - **Completes** after `NATS.close()`.
        /// - **Fails** with a ``NATS/Failure`` if the first attempt finds no JetStream, no stream, or is refused or not
        ///   permitted; if `subject` cannot be a subject; and if the connection is given up. Later trouble is reported
        ///   in `NATS.problems`, and tried again.
        /// - **Disposal** deletes the consumer, and drops what waits.
        /// - **Thread**: emits on a thread of libnats, or on the thread that makes room, one element at a time. A thread
        ///   emits at most 64 elements that wait; a thread of Dispatch emits the rest.
        /// - **Complexity**: O(1) for each message. At most `maxInFlight` messages are asked for or wait at a time.
        ///   While a bounded queue with the strategy `OverflowStrategy.suspend` further down is full, nothing is asked
        ///   for.
        ///
        /// - Parameters:
        ///   - start: where to begin.
        ///   - type: the elements, which come as JSON.
        ///   - subject: whose messages are wanted; all of the stream if `nil`.
        ///   - maxInFlight: how many messages are asked for or wait at a time, at least 1.
        ///   - onUndecodable: called, in place of the observer, with a message of which no element can be made.
        public func replay<Element: Codable>(
            from start: NATS.Start = .all,
            of type: Element.Type = Element.self,
            subject: String? = nil,
            maxInFlight: Int = 1_024,
            onUndecodable: (@Sendable (NATS.Undecodable) -> Void)? = nil
        ) -> Observable<NATS.Stored<Element>> {
            replay(
                from: start,
                coding: .json,
                subject: subject,
                maxInFlight: maxInFlight,
                onUndecodable: onUndecodable
            )
        }

        /// The messages of the stream, with a coding of one's own; otherwise as
        /// `replay(from:of:subject:maxInFlight:onUndecodable:)`.
        ///
        /// - Parameters:
        ///   - start: where to begin.
        ///   - coding: how the elements come, such as `.bytes`.
        ///   - subject: whose messages are wanted; all of the stream if `nil`.
        ///   - maxInFlight: how many messages are asked for or wait at a time, at least 1.
        ///   - onUndecodable: called with a message of which no element can be made.
        public func replay<Element>(
            from start: NATS.Start = .all,
            coding: NATS.Coding<Element>,
            subject: String? = nil,
            maxInFlight: Int = 1_024,
            onUndecodable: (@Sendable (NATS.Undecodable) -> Void)? = nil
        ) -> Observable<NATS.Stored<Element>> {
            replay(
                from: start,
                coding: coding,
                subject: subject,
                maxInFlight: maxInFlight,
                times: PullTimes(),
                onUndecodable: onUndecodable
            )
        }

        func replay<Element>(
            from start: NATS.Start,
            coding: NATS.Coding<Element>,
            subject: String?,
            maxInFlight: Int,
            times: PullTimes,
            onUndecodable: (@Sendable (NATS.Undecodable) -> Void)? = nil
        ) -> Observable<NATS.Stored<Element>> {
            require(maxInFlight > 0, "replay(from:maxInFlight:): maxInFlight must be at least 1, not \(maxInFlight)")
            if case .last(let count) = start {
                require(count > 0, "replay(from: .last(_:)): the count must be at least 1, not \(count)")
            }
            if let failure = subject.flatMap({
                NATS.Parameter("replay(subject:)", "subject").failure(ofSubject: $0, wildcards: true)
            }) {
                return Observable.error(failure)
            }
            let decoder = Decoder(coding: coding, shared: nats.shared, onUndecodable: onUndecodable)
            // The engine knows nothing of elements, so that it is compiled for itself.
            return Observable.create(pausable: { observer, pressure in
                let reader = StreamReader(
                    self,
                    start,
                    subject,
                    maxInFlight,
                    times,
                    pressure,
                    emit: { decoder.pass($0, to: observer) },
                    end: { observer.on($0) }
                )
                reader.session.start()
                return Disposables.create { reader.dispose() }
            })
        }
    }

    /// A message that a stream has sent.
    struct StreamMessage: Sendable {
        let message: NativeMessage
        let origin: StreamOrigin
    }

    /// A subscription to the messages of a stream.
    private final class StreamReader: @unchecked Sendable {
        private struct State {
            /// The number of the last message that has come; 0 before the first.
            var last: UInt64 = 0
            /// When the server stored that message, in nanoseconds since 1970.
            var time: Int64 = 0
            /// The server has lost messages: what it has stored since `time` has numbers that may be `last` or less.
            var numbersComeAgain = false
            /// The number of the consumer's next delivery.
            var nextDelivery: UInt64 = 1
            /// The stream that `last` refers to.
            var created: String?
            var consumer: String?
            /// The latest attempt to make a consumer. What is left of an earlier one must change nothing.
            var attempt = 0
            var isOver = false
        }

        private enum Verdict { case new, doubled, gap }

        /// Where a consumer begins.
        private enum Place {
            case start(NATS.Start)
            /// With what was stored after this nanosecond since 1970.
            case after(Int64)
        }

        private let stream: NATS.Stream
        private let start: NATS.Start
        private let subject: String?
        private let state = Locked(State())
        private(set) var session: PullSession!
        private var outlet: Outlet<StreamMessage>!

        init(
            _ stream: NATS.Stream,
            _ start: NATS.Start,
            _ subject: String?,
            _ limit: Int,
            _ times: PullTimes,
            _ pressure: Pressure,
            emit: @escaping (StreamMessage) -> Void,
            end: @escaping (Outlet<StreamMessage>.End) -> Void
        ) {
            self.stream = stream
            self.start = start
            self.subject = subject
            let session = PullSession(
                stream.nats,
                stream: stream.name,
                name: "for a replay",
                limit: limit,
                times: times,
                .init(
                    // The session releases these when it ends.
                    makeConsumer: { [self] in try await makeConsumer($0) },
                    receive: { [self] in receive($0, $1) },
                    finish: { [self] in outlet.finish($0) }
                )
            )
            self.session = session
            outlet = Outlet(
                pressure,
                emit: {
                    emit($0)
                    session.released()
                },
                end: end
            )
        }

        func dispose() {
            outlet.stop()
            session.end()
            let consumer = state.access { state in
                state.isOver = true
                return exchange(&state.consumer, for: nil)
            }
            if let consumer { delete(consumer) }
        }

        private func delete(_ consumer: String) {
            StreamAPI(nats: stream.nats).tell("CONSUMER.DELETE.\(stream.name).\(consumer)")
        }

        private func makeConsumer(_ attempt: PullAttempt) async throws -> String {
            let info = attempt.isFirst ? try await stream.prepare() : try await stream.info()
            let known = state.access { $0 }
            let hasLost =
                known.last > 0 && known.created == info.created
                ? try await StreamAPI(nats: stream.nats).hasLost(known.last, of: known.time, in: stream.name, info)
                : false
            // With a name, the consumer can be deleted before the server has answered.
            let name = "replay-\(NativeConnection.newInbox().dropFirst("_INBOX.".count))"
            let plan = state.access { state -> (Place, String?, String?)? in
                if attempt.number < state.attempt || state.isOver { return nil }
                state.attempt = attempt.number
                let former = exchange(&state.consumer, for: name)
                if let created = state.created, created != info.created {
                    state.created = info.created
                    state.last = 0
                    state.numbersComeAgain = false
                    return (.start(.all), "the stream was made again; its messages are emitted from the first", former)
                }
                state.created = info.created
                if state.last == 0 { return (.start(start), nil, former) }
                if state.numbersComeAgain { return (.after(state.time), nil, former) }
                // A message may have come from an earlier consumer while the server was asked.
                if !hasLost || state.last != known.last { return (.start(.sequence(state.last + 1)), nil, former) }
                state.numbersComeAgain = true
                let time = NATS.text(ofNanosecond: state.time)
                let reason =
                    "the server has lost messages, up to number \(state.last); the replay goes on with what was stored "
                    + "after \(time)"
                return (.after(state.time), reason, former)
            }
            guard let (place, reason, former) = plan else { throw CancellationError() }
            if let reason { stream.nats.shared.report("stream \(stream.name)", reason) }
            if let former { delete(former) }
            var configuration = ConsumerRequest.Configuration()
            configuration.name = name
            configuration.ackPolicy = "none"
            configuration.filterSubject = subject
            configuration.memStorage = true
            configuration.numReplicas = 1
            configuration.inactiveThreshold = Duration.seconds(60).nanoseconds
            switch place {
            case .start(let start): configuration.begin(at: start, info)
            case .after(let nanosecond): configuration.begin(atNanosecond: nanosecond + 1)
            }
            let _: ConsumerAnswer = try await StreamAPI(nats: stream.nats).ask(
                "CONSUMER.CREATE.\(stream.name).\(name)",
                ConsumerRequest(streamName: stream.name, config: configuration),
                operation: "making a consumer of \(stream.name)"
            )
            let isCurrent = state.access { state in
                if state.consumer != name { return false }
                state.nextDelivery = 1
                return true
            }
            if !isCurrent {
                delete(name)
                throw CancellationError()
            }
            return name
        }

        private func receive(_ message: NativeMessage, _ origin: StreamOrigin) -> Bool {
            let verdict = state.access { state -> Verdict in
                if origin.consumerSequence != state.nextDelivery { return .gap }
                state.nextDelivery += 1
                if origin.sequence <= state.last, !state.numbersComeAgain { return .doubled }
                state.last = origin.sequence
                state.time = origin.time
                state.numbersComeAgain = false
                return .new
            }
            switch verdict {
            case .new: outlet.add(StreamMessage(message: message, origin: origin))
            case .doubled:
                stream.nats.shared.counts.access { $0.doubled += 1 }
                session.released()
            case .gap:
                session.released()
                return false
            }
            return true
        }
    }
#endif
