#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Millrace

    extension NATS {
        /// A message that a durable consumer was given, with its element. Somebody has to answer it.
        ///
        /// The first of ``ack()``, ``nack(after:)`` and ``reject()`` counts; others are ignored, and counted in
        /// `NATS.counts`. If the last copy of a delivery is released without an answer, the message is delivered again:
        /// by the server, when the consumer's waiting time is over; with ``NATS/Order/perSubject``, by this process,
        /// after `ackWait`.
        public struct Delivery<Element>: @unchecked Sendable {
            /// What the message contains.
            public let element: Element

            let ticket: DeliveryTicket

            /// The subject that the message was sent to.
            public var subject: String { ticket.entry.message.subject }

            /// The message's number in the stream.
            public var sequence: UInt64 { ticket.entry.origin.sequence }

            /// When the server stored the message.
            public var time: Date { ticket.entry.origin.date }

            /// How often the message has been delivered, this time included.
            public var deliveries: Int { ticket.deliveries }

            /// The message's headers.
            public var headers: Headers { ticket.entry.message.headers }

            /// The message as it has come.
            public var message: Message { Message(native: ticket.entry.message) }

            /// Says that the message has been handled. It is not delivered again, unless the server loses the answer
            /// and this process ends.
            public func ack() {
                ticket.answer(.ack)
            }

            /// Asks for the message to be delivered again.
            ///
            /// - Parameter delay: how long to wait before that.
            public func nack(after delay: Duration = .zero) {
                ticket.answer(.nack(delay))
            }

            /// Says that the message is never to be delivered again, although it could not be handled.
            public func reject() {
                ticket.answer(.reject)
            }

            /// Says that the message is still being handled, so that the server does not deliver it again. The
            /// server then counts the consumer's waiting time from its beginning.
            public func inProgress() {
                ticket.inProgress()
            }
        }
    }

    /// How a delivery is answered.
    enum DeliveryAnswer: Sendable {
        case ack
        case nack(Duration)
        case reject
    }

    /// What answers the deliveries of a consumer.
    protocol DeliveryDesk: AnyObject, Sendable {
        /// Hands the message over, now or once more.
        func hand(_ entry: DeliveryEntry) -> DeliveryTicket
        func answer(_ entry: DeliveryEntry, _ deliveries: Int, _ answer: DeliveryAnswer)
        /// Nobody has the delivery any more.
        func released(_ entry: DeliveryEntry, _ deliveries: Int)
        func inProgress(_ entry: DeliveryEntry, _ deliveries: Int)
        /// Whether the server is to be told, again and again, that the message is being handled.
        func keepAlive(_ entry: DeliveryEntry, _ isHandled: Bool)
        func report(_ subject: String, _ reason: String)
        /// Publishes to a stream, and waits for its acknowledgement.
        func store(_ payload: [UInt8], at subject: String, _ headers: NATS.Headers) async throws
    }

    /// A message that the consumer has been given, until it is answered for good.
    final class DeliveryEntry: @unchecked Sendable {
        let message: NativeMessage
        let origin: StreamOrigin
        /// Released when the message has been answered, and when the subscription ends.
        let desk: any DeliveryDesk
        /// The subject, if messages of a subject are delivered one after the other.
        let key: String?

        // Under the lock of the consumer.
        /// Whether it counts as one without a final answer.
        var isOpen = true
        /// Whether it has not been handed to anybody.
        var waits = true
        /// Whether somebody is known to handle it.
        var isHandled = false
        /// Deliveries by this process after a `nack`.
        var repeats = 0
        /// The deliveries up to this one have been answered.
        var answered = 0
        /// What ends a delay before it is delivered again.
        var delay: Deadline?

        init(_ message: NativeMessage, _ origin: StreamOrigin, key: String?, _ desk: any DeliveryDesk) {
            self.message = message
            self.origin = origin
            self.desk = desk
            self.key = key
        }
    }

    /// What the copies of a delivery share. It is answered once.
    final class DeliveryTicket: @unchecked Sendable {
        let entry: DeliveryEntry
        let deliveries: Int

        var desk: any DeliveryDesk { entry.desk }

        init(_ entry: DeliveryEntry, deliveries: Int) {
            self.entry = entry
            self.deliveries = deliveries
        }

        deinit {
            desk.released(entry, deliveries)
        }

        func answer(_ answer: DeliveryAnswer) {
            desk.answer(entry, deliveries, answer)
        }

        func inProgress() {
            desk.inProgress(entry, deliveries)
        }
    }
#endif
