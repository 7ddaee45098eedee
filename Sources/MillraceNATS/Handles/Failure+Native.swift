#if NATS
    import CNATS

    extension NATS.Failure {
        /// What libnats says of the failure that it has just returned, on the thread that called it.
        init(_ status: natsStatus, _ operation: String, hiding secrets: [String] = []) {
            let kind: Kind =
                switch status {
                case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: .authorization
                case NATS_TIMEOUT: .timeout
                case NATS_NO_RESPONDERS: .noResponders
                case NATS_MAX_PAYLOAD: .tooLarge
                case NATS_CONNECTION_CLOSED, NATS_INVALID_SUBSCRIPTION: .closed
                case NATS_INSUFFICIENT_BUFFER: .full
                case NATS_INVALID_ARG, NATS_INVALID_SUBJECT, NATS_INVALID_QUEUE_NAME, NATS_INVALID_TIMEOUT: .invalid
                default: .connection
                }
            var reason = String(cString: natsStatus_GetText(status))
            var last = NATS_OK
            if let detail = nats_GetLastError(&last), last == status {
                let detail = String(cString: detail)
                if !detail.isEmpty, detail != reason { reason += ": \(detail)" }
            }
            self.init(kind, operation, ServerList.scrubbed(reason, hiding: secrets))
        }

        static func check(_ status: natsStatus, _ operation: @autoclosure () -> String) throws {
            if status != NATS_OK { throw NATS.Failure(status, operation()) }
        }
    }
#endif
