#if NATS
    import Millrace

    /// Makes elements of messages, and reports those of which none can be made.
    struct Decoder<Element>: Sendable {
        let coding: NATS.Coding<Element>
        let shared: NATS.Shared
        let onUndecodable: (@Sendable (NATS.Undecodable) -> Void)?

        /// Inlined, since a call would look up the metadata of `Decoder<Element>` for each message.
        @inline(__always)
        func pass(_ message: NativeMessage, to observer: AnyObserver<Element>) {
            do {
                observer.onNext(try coding.decode(NATS.Message(native: message)))
            } catch {
                report(message, nil, error)
            }
        }

        /// A message of which no element can be made is rejected.
        func pass(_ ticket: DeliveryTicket, to observer: AnyObserver<NATS.Delivery<Element>>) {
            let entry = ticket.entry
            do {
                let element = try coding.decode(NATS.Message(native: entry.message))
                observer.onNext(NATS.Delivery(element: element, ticket: ticket))
            } catch {
                report(entry.message, entry.origin.sequence, error)
                ticket.answer(.reject)
            }
        }

        func pass(_ stored: StreamMessage, to observer: AnyObserver<NATS.Stored<Element>>) {
            let (message, origin) = (NATS.Message(native: stored.message), stored.origin)
            do {
                observer.onNext(
                    NATS.Stored(
                        element: try coding.decode(message),
                        sequence: origin.sequence,
                        time: origin.date,
                        pending: origin.pending,
                        message: message
                    )
                )
            } catch {
                report(stored.message, origin.sequence, error)
            }
        }

        private func report(_ native: NativeMessage, _ sequence: UInt64?, _ error: any Error) {
            let message = NATS.Message(native: native)
            shared.counts.access { $0.undecodable += 1 }
            let place = message.subject + (sequence.map { ", sequence \($0)" } ?? "")
            shared.report("payload on \(place)", "cannot be decoded: \(error)")
            onUndecodable?(
                NATS.Undecodable(subject: message.subject, sequence: sequence, message: message, error: error)
            )
        }
    }
#endif
