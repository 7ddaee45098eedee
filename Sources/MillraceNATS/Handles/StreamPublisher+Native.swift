#if NATS
    import CNATS

    extension StreamPublisher {
        /// A refusal that another attempt does not change.
        static func refusal(_ status: natsStatus, _ subject: String, _ id: String) -> NATS.Failure? {
            switch status {
            case NATS_MAX_PAYLOAD, NATS_INVALID_SUBJECT, NATS_INVALID_ARG, NATS_NO_SERVER_SUPPORT, NATS_NO_MEMORY:
                NATS.Failure(status, "message to \(subject) with id \(id)")
            default: nil
            }
        }

        static func isSent(_ status: natsStatus) -> Bool {
            status == NATS_OK
        }
    }
#endif
