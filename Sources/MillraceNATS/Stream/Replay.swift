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
            beginsAnew: Bool = false,
            label: String? = nil,
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
            return Observable.create(named: label ?? self.label(start, subject, maxInFlight)) { observer, pressure in
                let reader = StreamReader(
                    self,
                    start,
                    subject,
                    maxInFlight,
                    times,
                    beginsAnew,
                    pressure,
                    emit: { decoder.pass($0, to: observer) },
                    end: { observer.on($0) }
                )
                reader.begin()
                return Disposables.create { reader.dispose() }
            }
        }

        /// What a dump shows.
        private func label(_ start: NATS.Start, _ subject: String?, _ maxInFlight: Int) -> String {
            let filter = subject.map { ", subject: \"\($0)\"" } ?? ""
            return "replay(from: .\(start)\(filter), maxInFlight: \(maxInFlight)) of stream \(name)"
        }
    }
#endif
