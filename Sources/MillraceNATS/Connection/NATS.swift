#if NATS
    import Dispatch
    import Millrace

    /// A connection to a NATS server or cluster.
    ///
    /// It is made again by itself when it is lost. What went wrong is in ``status``, ``problems`` and ``counts``; the
    /// observables over the connection go on. They end when the connection is closed. After ``close()``, subjects, replays
    /// and consumers complete, and `publish` fails with ``Failure/Kind/closed``. All of them fail if
    /// ``Options/reconnectLimit`` attempts to connect again have failed, or if the server has refused the credentials
    /// twice. ``status`` and ``problems`` never end.
    ///
    /// The connection is closed when nobody holds it any more: neither a reference, nor a subscription over it.
    ///
    /// - **Thread**: all members may be used from any thread. libnats calls back on threads of its own, which all
    ///   connections of the process share: up to sixteen threads for the messages, and one for the status. The events
    ///   of one subscription come one at a time. A callback that blocks holds up the subscriptions that share its
    ///   thread, so leave such work to `observe(on:capacity:overflow:)` or to a task. ``problems`` names a subscription
    ///   whose callback has held a thread for more than two seconds.
    ///
    /// ```swift
    /// let nats = try await NATS.connect("nats://127.0.0.1:4222")
    /// let prices = nats.subject("prices.tea", of: Int.self)
    /// let subscription = prices.subscribe(onNext: { print("tea costs \($0)") })
    /// prices.onNext(3)
    /// try await nats.flush()
    /// // tea costs 3
    /// ```
    public final class NATS: Sendable {
        let native: NativeConnection
        let shared: Shared
        let options: Options
        let servers: ServerList

        /// What lives as long as libnats calls back.
        final class Shared: @unchecked Sendable {
            let status = BehaviorRelay<Status>(value: .connecting)
            let problems = PublishRelay<Problem>()
            let counts = Locked(Counts())
            let replies = Replies()
            let audits = Locked<[String: StreamAudit]>([:])
            let isClosing = Locked(false)
            private struct Listeners {
                var handlers: [Int: @Sendable (ConnectionEvents.Event) -> Void] = [:]
                var last = 0
                var isClosed = false
                /// Why libnats has given up, if the server has said so.
                var refusal: Failure?
            }

            fileprivate struct Beginning {
                var isOver = false
                /// What has come before.
                var events: [ConnectionEvents.Event] = []
            }

            fileprivate let beginning = Locked(Beginning())

            private let listeners = Locked(Listeners())

            /// Calls `handler` with the events of the connection; with `.closed` at once if it is closed already.
            func listen(_ handler: @escaping @Sendable (ConnectionEvents.Event) -> Void) -> Int {
                let (number, isClosed, refusal) = listeners.access { listeners in
                    listeners.last += 1
                    if !listeners.isClosed { listeners.handlers[listeners.last] = handler }
                    return (listeners.last, listeners.isClosed, listeners.refusal)
                }
                if isClosed { handler(.closed(refusal)) }
                return number
            }

            func stopListening(_ number: Int) {
                releaseValue(listeners.access { $0.handlers.removeValue(forKey: number) })
            }

            /// The number of things that are told of the connection's events: subscriptions, consumers.
            var listenerCount: Int { listeners.access { $0.handlers.count } }

            func tell(_ event: ConnectionEvents.Event) {
                let handlers = listeners.access { listeners -> [Int: @Sendable (ConnectionEvents.Event) -> Void] in
                    guard case .closed(let refusal) = event else { return listeners.handlers }
                    listeners.isClosed = true
                    listeners.refusal = refusal
                    return exchange(&listeners.handlers, for: [:])
                }
                for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) { handler(event) }
            }

            /// - Parameter sequences: the numbers of the messages that it is about.
            func report(_ subject: String, _ reason: String, about sequences: ClosedRange<UInt64>? = nil) {
                problems.accept(Problem(subject: subject, reason: reason, sequences: sequences))
            }

            /// How the observables end when the connection is closed: `nil` if that was asked for.
            var closingError: Failure? {
                if isClosing.access({ $0 }) { return nil }
                return listeners.access { $0.refusal }
                    ?? Failure(.closed, "connection", "given up, after too many attempts to reconnect")
            }
        }

        private init(_ native: NativeConnection, _ shared: Shared, _ options: Options, _ servers: ServerList) {
            self.native = native
            self.shared = shared
            self.options = options
            self.servers = servers
        }

        deinit {
            shared.isClosing.access { $0 = true }
        }

        /// Connects to the first of `servers` that can be reached.
        ///
        /// - Parameters:
        ///   - servers: URLs such as `nats://127.0.0.1:4222`, or `tls://…` for a connection that must be encrypted. A
        ///     URL may have a user and a password, or a token: `nats://user:password@host`. Several may also be in one
        ///     string, with commas between them.
        ///   - options: how to connect.
        /// - Throws: a ``Failure`` that names the servers and says why, without the credentials; `CancellationError` as
        ///   soon as the task is cancelled. The attempt that is under way then goes on by itself, through the rest of
        ///   the servers, for up to ``Options/connectTimeout`` each. If it succeeds, the connection is closed.
        public static func connect(_ servers: String..., options: Options = Options()) async throws -> NATS {
            try await connect(servers, options: options)
        }

        /// Connects to the first of `servers` that can be reached; otherwise as `connect(_:options:)`.
        ///
        /// - Parameters:
        ///   - servers: the URLs, at least one.
        ///   - options: how to connect.
        public static func connect(_ servers: [String], options: Options = Options()) async throws -> NATS {
            let servers = ServerList(servers)
            if servers.urls.isEmpty { throw Failure(.invalid, "NATS.connect", "servers must not be empty") }
            if let refusal = options.refusal ?? servers.refusal { throw refusal }
            require(
                options.reconnectBuffer > 0,
                "NATS.connect: options.reconnectBuffer must be at least 1, not \(options.reconnectBuffer)"
            )
            let shared = Shared()
            let events = ConnectionEvents { [weak shared] in shared?.take($0) }
            try Task.checkCancellation()
            let native = try await awaiting(blocking: {
                try NativeConnection(options, to: servers, reconnects: true, events)
            })
            shared.begin(.connected(server: native.server))
            let nats = NATS(native, shared, options, servers)
            if Task.isCancelled {
                await nats.close()
                throw CancellationError()
            }
            return nats
        }

        /// How the connection stands: the latest status at once, then each change.
        ///
        /// - **Completes** never; `.closed` is the last element.
        /// - **Thread**: emits on a thread of libnats.
        public var status: Infallible<Status> {
            let relay = shared.status
            return Infallible.create { observer in relay.subscribe(onNext: { observer(.next($0)) }) }
        }

        /// What went wrong without ending anything, from now on: what the server did not permit, consumers that were
        /// made again, messages that were not sent.
        ///
        /// - **Completes** never.
        /// - **Thread**: emits where the problem was found; several may be emitted at the same time.
        public var problems: Infallible<Problem> {
            let relay = shared.problems
            return Infallible.create { observer in relay.subscribe(onNext: { observer(.next($0)) }) }
        }

        /// What the connection has counted so far.
        public var counts: Counts { shared.counts.access { $0 } }

        /// The server's URL, without credentials; empty while there is no connection.
        public var server: String { native.server }

        /// Waits until the server has processed all that was sent over this connection. The publishers of streams have
        /// connections of their own: what they send is there when they emit its acknowledgement.
        ///
        /// - Parameter timeout: how long to wait.
        /// - Throws: a ``Failure`` if the connection is lost or the server does not answer in time; `CancellationError`
        ///   as soon as the task is cancelled.
        public func flush(timeout: Duration = .seconds(10)) async throws {
            try Task.checkCancellation()
            let native = native
            try await awaiting(blocking: { try native.flush(milliseconds: Int(timeout.milliseconds)) })
        }

        /// Sends what waits, closes the connection, and returns when its threads have ended. Subjects, replays and
        /// consumers complete, `publish` fails with ``Failure/Kind/closed``, and ``status`` and ``problems`` stay open. If
        /// the task is cancelled, this returns at once, and the connection is closed all the same.
        public func close() async {
            shared.isClosing.access { $0 = true }
            let native = native
            try? await awaiting(blocking: { native.close() })
            // libnats says so on a thread of its own.
            _ = try? await shared.status.asObservable().filter { $0 == .closed }.first().value
        }
    }

    extension NATS.Shared {
        /// The connection has been made. Events that have come meanwhile, on libnats' thread, come after that.
        func begin(_ first: NATS.Status) {
            status.accept(first)
            while let event = beginning.access({ beginning -> ConnectionEvents.Event? in
                beginning.isOver = beginning.events.isEmpty
                return beginning.isOver ? nil : beginning.events.removeFirst()
            }) {
                receive(event)
            }
        }

        func take(_ event: ConnectionEvents.Event) {
            let isLate = beginning.access { beginning in
                if !beginning.isOver { beginning.events.append(event) }
                return beginning.isOver
            }
            if isLate { receive(event) }
        }

        private func receive(_ event: ConnectionEvents.Event) {
            switch event {
            case .disconnected:
                // Closing disconnects, too.
                if isClosing.access({ $0 }) { break }
                status.accept(.disconnected)
                status.accept(.reconnecting)
            case .reconnected(let server):
                counts.access { $0.reconnects += 1 }
                status.accept(.connected(server: server))
            case .lameDuck: status.accept(.lameDuck)
            case .problem(let text): report("connection", text)
            case .denied(let denial, let text):
                report("connection", text)
                replies.refuse(denial)
            case .holding(let name):
                report(name, "a callback holds a thread that others share; observe(on:) gives it one of its own")
            case .closed: status.accept(.closed)
            }
            tell(event)
            switch event {
            case .reconnected: tellAudits(isOver: false)
            case .closed:
                replies.close()
                tellAudits(isOver: true)
            default: break
            }
        }
    }
#endif
