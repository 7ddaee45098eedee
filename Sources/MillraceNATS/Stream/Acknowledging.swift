#if NATS
    import Millrace

    extension NATS {
        /// How often, and when, a message is tried again after its handling has failed.
        public struct Retry: Sendable, Hashable {
            /// How often a message is tried at most, the first time included.
            public var attempts: Int
            /// How long to wait before the second attempt; each further wait is twice as long.
            public var first: Duration
            /// The longest wait.
            public var longest: Duration

            /// Tries a message again after waits that grow.
            ///
            /// - Parameters:
            ///   - attempts: how often a message is tried at most, at least 1.
            ///   - first: how long to wait before the second attempt; each further wait is twice as long.
            ///   - longest: the longest wait.
            public static func backoff(
                attempts: Int = 5,
                first: Duration = .milliseconds(200),
                longest: Duration = .seconds(30)
            ) -> Retry {
                require(attempts > 0, "NATS.Retry.backoff: attempts must be at least 1, not \(attempts)")
                return Retry(attempts: attempts, first: first, longest: longest)
            }

            /// As `backoff(attempts:first:longest:)`, with the default values.
            public static var backoff: Retry { backoff() }

            /// Tries a message once.
            public static var never: Retry { Retry(attempts: 1, first: .zero, longest: .zero) }

            /// How long to wait after so many attempts.
            func wait(after attempts: Int) -> Duration {
                var wait = first
                for _ in 1..<max(2, min(attempts, 64)) where wait < longest { wait *= attempts > 1 ? 2 : 1 }
                return min(wait, longest)
            }
        }

        /// What became of a message.
        public struct Handled: Sendable, Hashable {
            /// What became of a message.
            public enum Outcome: Sendable, Hashable {
                /// It was handled, and acknowledged.
                case acknowledged
                /// Handling it failed; it is tried again after a wait.
                case delayed
                /// Handling it failed once too often; it is in the place for dead letters.
                case deadLetter
                /// Handling it failed once too often; it was rejected.
                case rejected
            }

            /// The message's number in the stream.
            public let sequence: UInt64
            /// How often it has been delivered.
            public let deliveries: Int
            /// What became of it.
            public let outcome: Outcome
        }
    }

    extension ObservableType {
        /// Handles each delivery with an asynchronous closure: acknowledges it if the closure returns, and tries it
        /// again later if the closure throws.
        ///
        /// The server is told that a message is still being handled while the closure takes long, so that the server
        /// does not deliver it again. With `order: .perSubject` at
        /// ``NATS/Stream/consume(durable:of:subject:maxInFlight:order:ackWait:window:onUndecodable:)``, messages of a
        /// subject are handled one after the other.
        ///
        /// - **Emits** what became of each message, after the answer has been sent.
        /// - **Completes** when the source has completed and all closures have ended.
        /// - **Fails** when the source does. What the closure throws is no failure of the stream.
        /// - **Disposal** cancels the closures that run. Their messages are delivered again.
        /// - **Thread**: `handle` is called, and results are emitted, where Swift runs tasks that belong to no actor.
        /// - **Complexity**: O(1) for each message. At most `maxConcurrent` closures run; as many messages wait, while
        ///   the consumer is held back.
        ///
        /// - Parameters:
        ///   - retry: how often, and when, a message is tried again.
        ///   - deadLetter: a subject to which a message goes that has been tried often enough, with headers that say
        ///     where it comes from and what was wrong (`Millrace-Subject`, `Millrace-Sequence`, `Millrace-Deliveries`,
        ///     `Millrace-Error`). A stream has to keep the subject; the message is rejected when that stream has
        ///     acknowledged it. If `nil`, the message is rejected, and reported in `NATS.problems`. With a text
        ///     that cannot be a subject, or has wildcards, the observable fails with ``NATS/Failure/Kind/invalid``.
        ///   - maxConcurrent: how many closures may run at a time, at least 1.
        ///   - handle: handles an element.
        public func acknowledging<Content: Sendable>(
            retry: NATS.Retry = .backoff,
            deadLetter: String? = nil,
            maxConcurrent: Int = 16,
            _ handle: @escaping @Sendable (Content) async throws -> Void
        ) -> Observable<NATS.Handled> where Element == NATS.Delivery<Content> {
            if let failure = deadLetter.flatMap({
                NATS.Parameter("acknowledging(deadLetter:)", "deadLetter").failure(ofSubject: $0)
            }) {
                return Observable.error(failure)
            }
            return map(maxConcurrent: maxConcurrent) { delivery in
                let ticket = delivery.ticket
                ticket.keepAlive(true)
                defer { ticket.keepAlive(false) }
                func handled(_ outcome: NATS.Handled.Outcome) -> NATS.Handled {
                    NATS.Handled(sequence: delivery.sequence, deliveries: delivery.deliveries, outcome: outcome)
                }
                do {
                    try await handle(delivery.element)
                    delivery.ack()
                    return handled(.acknowledged)
                } catch {
                    if Task.isCancelled {
                        delivery.nack()
                        return handled(.delayed)
                    }
                    if delivery.deliveries < retry.attempts {
                        delivery.nack(after: retry.wait(after: delivery.deliveries))
                        return handled(.delayed)
                    }
                    do {
                        try await ticket.bury(at: deadLetter, because: error)
                        delivery.reject()
                        return handled(deadLetter == nil ? .rejected : .deadLetter)
                    } catch {
                        ticket.report("no dead letter could be stored: \(error)")
                        delivery.nack(after: max(.seconds(1), retry.longest))
                        return handled(.delayed)
                    }
                }
            }
        }
    }

    extension DeliveryTicket {
        /// Whether the consumer tells the server that the message is being handled.
        func keepAlive(_ isHandled: Bool) {
            desk.keepAlive(entry, isHandled)
        }

        func report(_ reason: String) {
            desk.report("message \(entry.origin.sequence) on \(entry.message.subject)", reason)
        }

        /// Stores the message elsewhere.
        func bury(at subject: String?, because error: any Error) async throws {
            guard let subject else { return report("given up after \(deliveries) attempts: \(error)") }
            var headers = NATS.Headers()
            // Headers of NATS itself tell a stream what to do, such as to remove other messages. Another client may also
            // have sent a header that cannot be sent from here.
            for field in entry.message.headers.list
            where !field.name.hasPrefix("Nats-") && field.failure(in: "") == nil {
                headers.add(field.name, field.value)
            }
            // The id of another stream's message would make this stream take it for one that it has.
            headers["Nats-Msg-Id"] = "\(entry.message.subject):\(entry.origin.sequence):\(entry.origin.time)"
            headers["Millrace-Subject"] = entry.message.subject
            headers["Millrace-Sequence"] = String(entry.origin.sequence)
            headers["Millrace-Deliveries"] = String(deliveries)
            headers["Millrace-Error"] = String(
                String(describing: error).map { $0.isNewline || $0 == "\0" ? " " : $0 }.prefix(1_000)
            )
            try await desk.store(entry.message.payload, at: subject, headers)
        }
    }
#endif
