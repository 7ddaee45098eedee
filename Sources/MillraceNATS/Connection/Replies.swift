#if NATS
    import Millrace

    /// The requests of a connection that wait for a reply. They share a subscription.
    final class Replies: Sendable {
        typealias Handler = @Sendable (Result<NativeMessage, any Error>) -> Void

        private struct Waiting {
            let subject: String
            let handler: Handler
            var deadline: Deadline?
        }

        private struct State {
            var subscription: NativeSubscription?
            var waiting: [Int: Waiting] = [:]
            var last = 0
            var isClosed = false
            /// How often the server has not permitted the replies.
            var denials = 0
        }

        private let prefix = NativeConnection.newInbox()
        private let state = Locked(State())

        /// Sends a request.
        ///
        /// - Returns: the request's number, for `cancel(_:)`.
        func send(
            _ payload: [UInt8],
            to subject: String,
            headers: NATS.Headers = [:],
            timeout: Duration,
            over connection: NativeConnection,
            from parameter: NATS.Parameter,
            _ handler: @escaping Handler
        ) -> Int {
            let operation = "request to \(subject)"
            // It waits from now on, so that it can be cancelled while the connection is not free, and before its time
            // begins, so that the deadline finds it however short the time is.
            let (number, isOpen) = state.access { state in
                state.last += 1
                if !state.isClosed { state.waiting[state.last] = Waiting(subject: subject, handler: handler) }
                return (state.last, !state.isClosed)
            }
            if !isOpen {
                handler(.failure(NATS.Failure(.closed, operation, "the connection has been closed")))
                return number
            }
            let deadline = Deadline(after: timeout) { [weak self] in
                self?.finish(number, .failure(NATS.Failure(.timeout, operation, "no reply within \(timeout)")))
            }
            // A request that has ended by now keeps no deadline.
            state.access { $0.waiting[number]?.deadline = deadline }
            connection.whenFree { [self] in
                do {
                    if let failure = parameter.failure(ofSubject: subject) { throw failure }
                    try subscribe(over: connection)
                    let message = try NativeMessage(
                        subject: subject,
                        reply: "\(prefix).\(number)",
                        payload: payload,
                        headers: headers,
                        from: parameter
                    )
                    try NATS.Failure.check(connection.publish(message), operation)
                } catch {
                    finish(number, .failure(error))
                }
            }
            return number
        }

        func cancel(_ number: Int) {
            let waiting = state.access { $0.waiting.removeValue(forKey: number) }
            waiting?.deadline?.cancel()
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
                request.deadline?.cancel()
                request.handler(.failure(NATS.Failure(.closed, "request", "the connection has been closed")))
            }
        }

        /// Fails the requests that the server does not permit. If it does not permit the replies, that is all of them,
        /// and the next request asks for replies again.
        func refuse(_ denial: Denial) {
            let isOfReplies = denial.concerns(prefix: "\(prefix).")
            let (refused, subscription) = state.access { state -> ([(key: Int, value: Waiting)], NativeSubscription?) in
                let refused = state.waiting.filter { isOfReplies || denial.concerns($0.value.subject) }
                for (number, _) in refused { state.waiting[number] = nil }
                if isOfReplies { state.denials += 1 }
                return (Array(refused), isOfReplies ? exchange(&state.subscription, for: nil) : nil)
            }
            subscription?.cancel()
            for (_, request) in refused {
                request.deadline?.cancel()
                request.handler(
                    .failure(NATS.Failure(.authorization, "request to \(request.subject)", denial.words))
                )
            }
        }

        private func subscribe(over connection: NativeConnection) throws {
            let (isThere, denials) = state.access { ($0.subscription != nil, $0.denials) }
            if isThere { return }
            let made = try NativeSubscription(connection, to: "\(prefix).*", name: "a reply") { [weak self] message in
                guard let self, let number = message.number else { return }
                finish(number, .success(message))
            }
            // Another thread may have been faster, or the server.
            let surplus = state.access { state in
                if state.subscription != nil || state.isClosed || state.denials != denials { return true }
                state.subscription = made
                return false
            }
            if surplus { made.cancel() }
        }

        private func finish(_ number: Int, _ result: Result<NativeMessage, any Error>) {
            guard let waiting = state.access({ $0.waiting.removeValue(forKey: number) }) else { return }
            waiting.deadline?.cancel()
            waiting.handler(result)
        }
    }
#endif
