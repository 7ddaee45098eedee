#if NATS
    /// Makes elements of messages, and reports those of which none can be made.
    struct Decoder<Element>: Sendable {
        let coding: NATS.Coding<Element>
        let shared: NATS.Shared
        let onUndecodable: (@Sendable (NATS.Undecodable) -> Void)?

        func decode(_ message: NativeMessage, sequence: UInt64? = nil) -> Element? {
            let message = NATS.Message(native: message)
            do {
                return try coding.decode(message)
            } catch {
                shared.counts.access { $0.undecodable += 1 }
                let place = message.subject + (sequence.map { ", sequence \($0)" } ?? "")
                shared.report("payload on \(place)", "cannot be decoded: \(error)")
                onUndecodable?(
                    NATS.Undecodable(subject: message.subject, sequence: sequence, message: message, error: error)
                )
                return nil
            }
        }
    }
#endif
