#if NATS
    import Millrace

    /// The requests of a connection that wait for a reply. They share a subscription.
    final class Replies: Sendable {
        typealias Handler = @Sendable (Result<NativeMessage, any Error>) -> Void

        private struct Waiting {
            let handler: Handler
            let deadline: Deadline
        }

        private struct State {
            var subscription: NativeSubscription?
            var waiting: [Int: Waiting] = [:]
            var last = 0
            var isClosed = false
        }

        private let prefix = NativeConnection.newInbox()
        private let state = Locked(State())

        /// Sends a request.
        ///
        /// - Returns: the request's number, for `cancel(_:)`; `nil` if `handler` has been called with an error already.
        func send(
            _ payload: [UInt8],
            to subject: String,
            headers: NATS.Headers = [:],
            timeout: Duration,
            over connection: NativeConnection,
            _ handler: @escaping Handler
        ) -> Int? {
            let number = state.access { state in
                state.last += 1
                return state.last
            }
            let operation = "request to \(subject)"
            do {
                try subscribe(over: connection)
                let deadline = Deadline(after: timeout) { [weak self] in
                    self?.finish(number, .failure(NATS.Failure(.timeout, operation, "no reply within \(timeout)")))
                }
                let isOpen = state.access { state in
                    if !state.isClosed { state.waiting[number] = Waiting(handler: handler, deadline: deadline) }
                    return !state.isClosed
                }
                if !isOpen { throw NATS.Failure(.closed, operation, "the connection has been closed") }
                let message = try NativeMessage(
                    subject: subject,
                    reply: "\(prefix).\(number)",
                    payload: payload,
                    headers: headers
                )
                try NATS.Failure.check(connection.publish(message), operation)
                return number
            } catch {
                let waiting = state.access { $0.waiting.removeValue(forKey: number) }
                waiting?.deadline.cancel()
                handler(.failure(error))
                return nil
            }
        }

        /// Ends a request with an error, unless a reply has come.
        func fail(_ number: Int, _ error: any Error) {
            finish(number, .failure(error))
        }

        func cancel(_ number: Int) {
            let waiting = state.access { $0.waiting.removeValue(forKey: number) }
            waiting?.deadline.cancel()
            releaseValue(waiting)
        }

        /// Fails all that waits, and what comes later.
        func close() {
            let (waiting, subscription) = state.access { state in
                state.isClosed = true
                return (exchange(&state.waiting, for: [:]), exchange(&state.subscription, for: nil))
            }
            subscription?.cancel()
            for (_, request) in waiting {
                request.deadline.cancel()
                request.handler(.failure(NATS.Failure(.closed, "request", "the connection has been closed")))
            }
        }

        private func subscribe(over connection: NativeConnection) throws {
            if state.access({ $0.subscription != nil }) { return }
            let made = try NativeSubscription(connection, to: "\(prefix).*", name: "a reply") { [weak self] message in
                guard let self, let number = message.number else { return }
                finish(number, .success(message))
            }
            // Another thread may have been faster.
            let surplus = state.access { state in
                if state.subscription != nil || state.isClosed { return true }
                state.subscription = made
                return false
            }
            if surplus { made.cancel() }
        }

        private func finish(_ number: Int, _ result: Result<NativeMessage, any Error>) {
            guard let waiting = state.access({ $0.waiting.removeValue(forKey: number) }) else { return }
            waiting.deadline.cancel()
            waiting.handler(result)
        }
    }
#endif
