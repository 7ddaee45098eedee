#if NATS
    import Millrace

    /// Makes elements of messages, and reports those of which none can be made.
    struct Decoder<Element>: Sendable {
        let coding: NATS.Coding<Element>
        let shared: NATS.Shared
        let onUndecodable: (@Sendable (NATS.Undecodable) -> Void)?

        func decode(_ message: NativeMessage, sequence: UInt64? = nil) -> Element? {
            do {
                return try coding.decode(NATS.Message(native: message))
            } catch {
                report(message, sequence, error)
                return nil
            }
        }

        /// Passes the element on; otherwise as `decode(_:sequence:)`.
        func pass(_ message: NativeMessage, to observer: AnyObserver<Element>) {
            do {
                observer.onNext(try coding.decode(NATS.Message(native: message)))
            } catch {
                report(message, nil, error)
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
