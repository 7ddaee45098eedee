#if NATS
    import CNATS
    import Millrace
    import Dispatch

    /// A connection of libnats, which is closed and freed with the last reference to this object.
    final class NativeConnection: @unchecked Sendable {
        let events: ConnectionEvents
        /// Whose callbacks are being called; `nil` for a connection with a thread for each subscription.
        let callbacks: Callbacks?
        private let link: Link

        /// What libnats has of a connection. There is a weak reference to it, and to the connection there is none: with
        /// weak references to an object, each strong one costs more, and each message takes one.
        final class Link: @unchecked Sendable {
            fileprivate let pointer: OpaquePointer
            private let events: ConnectionEvents

            fileprivate init(_ pointer: OpaquePointer, _ events: ConnectionEvents) {
                (self.pointer, self.events) = (pointer, events)
            }

            deinit {
                // This waits for threads of libnats, and this may be one of them.
                let connection = Sent(pointer)
                DispatchQueue.global().async { natsConnection_Destroy(connection.value) }
            }

            /// Whether the connection was lost, and has not been made again.
            var isAway: Bool { events.isAway }

            /// Waits until the server has had all that was sent.
            func flush(milliseconds: Int) throws {
                let status = withExtendedLifetime(self) { natsConnection_FlushTimeout(pointer, Int64(milliseconds)) }
                nats_ReleaseThreadMemory()
                try NATS.Failure.check(status, "flush")
            }
        }

        /// Connects, on the calling thread.
        ///
        /// - Parameters:
        ///   - reconnects: whether libnats reconnects by itself; if not, the connection is closed when it is lost.
        init(_ options: NATS.Options, to servers: ServerList, reconnects: Bool, _ events: ConnectionEvents) throws {
            self.events = events
            NativeLibrary.prepare()
            let made = try NativeOptions(options, servers, reconnects: reconnects)
            let held = Unmanaged.passRetained(events)
            var connection: OpaquePointer?
            var status = made.observe(held.toOpaque())
            if status == NATS_OK { status = natsConnection_Connect(&connection, made.pointer) }
            defer { nats_ReleaseThreadMemory() }
            guard status == NATS_OK, let connection else {
                held.release()
                throw NATS.Failure(status, "connection to \(servers)", hiding: servers.secrets + options.secrets)
            }
            link = Link(connection, events)
            callbacks = reconnects ? Callbacks(events) : nil
            events.ended.connection = link
        }

        /// Calls `body` with the connection for a function of libnats.
        func use<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
            try withExtendedLifetime(self) { try body(link.pointer) }
        }

        /// Calls `body`, which needs the connection's lock in libnats, without waiting for long. libnats holds the lock
        /// while it connects again, for up to `connectTimeout`; then another thread calls `body`.
        func whenFree(_ body: @escaping @Sendable () -> Void) {
            if events.isAway { DispatchQueue.global().async(execute: body) } else { body() }
        }

        var isConnected: Bool { use { natsConnection_Status($0) == NATS_CONN_STATUS_CONNECTED } }

        /// Closes the connection and waits for its threads, so not on one of them.
        func close() {
            use { natsConnection_Close($0) }
        }

        /// Sends a message, or has it wait while the connection is being made again.
        func publish(_ payload: [UInt8], to subject: String) -> natsStatus {
            payload.withUnsafeBytes { bytes in
                guard let size = Int32(exactly: bytes.count) else { return NATS_MAX_PAYLOAD }
                // A string as an argument would be copied into memory of its own.
                return subject.withCString { subject in
                    use { natsConnection_Publish($0, subject, bytes.baseAddress, size) }
                }
            }
        }

        func publish(_ payload: String, to subject: String, reply: String) -> natsStatus {
            use { natsConnection_PublishRequestString($0, subject, reply, payload) }
        }

        func publish(_ message: NativeMessage) -> natsStatus {
            use { connection in message.use { natsConnection_PublishMsg(connection, $0) } }
        }

        func publish(_ entry: StreamPublisher.Entry, reply: UnsafePointer<CChar>) -> natsStatus {
            use { connection in
                NativeMessage.with(subject: entry.subject, reply: reply, payload: entry.payload, id: entry.id) {
                    natsConnection_PublishMsg(connection, $0)
                }
            }
        }

        /// Sends an answer to where the message wants it.
        func answer(_ message: NativeMessage, _ text: String) -> natsStatus {
            use { connection in
                message.use { message in
                    text.withCString { natsConnection_PublishString(connection, natsMsg_GetReply(message), $0) }
                }
            }
        }

        /// Waits until the server has had all that was sent.
        func flush(milliseconds: Int) throws {
            try link.flush(milliseconds: milliseconds)
        }

        /// The server's URL, without credentials; empty if there is none.
        var server: String { use { serverURL(of: $0) } }

        /// A subject for replies that nobody else has.
        static func newInbox() -> String {
            var inbox: UnsafeMutablePointer<natsInbox>?
            guard natsInbox_Create(&inbox) == NATS_OK, let inbox else {
                return "_INBOX.\(UInt64.random(in: 0 ... .max))"
            }
            defer { natsInbox_Destroy(inbox) }
            return String(cString: inbox)
        }
    }

    /// A value that another thread takes over.
    struct Sent<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    enum NativeText {
        static func string(_ text: [CChar]) -> String {
            String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// What libnats tells of a connection, on one thread that all connections share.
    final class ConnectionEvents: @unchecked Sendable {
        enum Event {
            case disconnected, lameDuck
            /// Connected again, to the server with this URL.
            case reconnected(server: String)
            /// The last event. If libnats has given up because of what the server has said, with the server's words.
            case closed(NATS.Failure?)
            /// A callback of this name has held one of the threads that all subscriptions share for some time.
            case holding(name: String)
            /// An error that does not concern a message that the caller knows of, in libnats' words and in the
            /// server's.
            case problem(String)
            /// The server does not permit something; with the same words.
            case denied(Denial, String)
        }

        // In a structure: as the state itself, a closure would be wrapped once more at each access.
        private struct Handler {
            var handle: (@Sendable (Event) -> Void)?
        }

        /// The connection's subscriptions that have ended.
        let ended = EndedSubscriptions()
        private let handler: Locked<Handler>
        // 1 while the connection is being made again; one thread of libnats changes it.
        private let away = AtomicCounter.Object()
        private let watchers = Locked<[OpaquePointer: @Sendable () -> Void]>([:])

        init(_ handler: @escaping @Sendable (Event) -> Void) {
            self.handler = Locked(Handler(handle: handler))
        }

        /// Whether the connection was lost, and has not been made again.
        var isAway: Bool { away.value != 0 }

        func send(_ event: Event) {
            switch event {
            case .disconnected: _ = away.advance(by: 1 - away.value)
            case .reconnected: _ = away.advance(by: -away.value)
            case .closed:
                _ = away.advance(by: -away.value)
                ended.close()
            case .lameDuck, .holding, .problem, .denied: break
            }
            handler.access { $0 }.handle?(event)
        }

        func end() {
            releaseValue(handler.access { exchange(&$0, for: Handler()) })
        }

        func watch(_ subscription: OpaquePointer, _ onSlow: @escaping @Sendable () -> Void) {
            releaseValue(watchers.access { exchange(&$0[subscription], for: onSlow) })
        }

        func unwatch(_ subscription: OpaquePointer) {
            releaseValue(watchers.access { $0.removeValue(forKey: subscription) })
        }

        func slow(_ subscription: OpaquePointer) {
            watchers.access { $0[subscription] }?()
        }
    }

    /// Settings of the library as a whole.
    private enum NativeLibrary {
        /// Messages of all subscriptions share threads, which are made as they are needed: a thousand subjects would
        /// otherwise be a thousand threads.
        static let isPrepared: Bool = {
            nats_Open(-1) == NATS_OK && nats_SetMessageDeliveryPoolSize(16) == NATS_OK
        }()

        static func prepare() {
            _ = isPrepared
        }
    }

    /// libnats' form of the options.
    private final class NativeOptions {
        let pointer: OpaquePointer

        init(_ options: NATS.Options, _ servers: ServerList, reconnects: Bool) throws {
            var made: OpaquePointer?
            try NATS.Failure.check(natsOptions_Create(&made), "options")
            guard let made else { throw NATS.Failure(.connection, "options", "out of memory") }
            pointer = made
            let secrets = options.secrets + servers.secrets
            func set(_ name: String, _ status: natsStatus) throws {
                if status != NATS_OK { throw NATS.Failure(status, "option \(name)", hiding: secrets) }
            }
            try servers.urls.withCStrings { urls in
                try set("servers", natsOptions_SetServers(made, urls, Int32(servers.urls.count)))
            }
            if let name = options.name { try set("name", natsOptions_SetName(made, name)) }
            try set("connectTimeout", natsOptions_SetTimeout(made, options.connectTimeout.milliseconds))
            try set("reconnects", natsOptions_SetAllowReconnect(made, reconnects))
            let limit = options.reconnectLimit.map { Int32(clamping: $0) } ?? -1
            try set("reconnectLimit", natsOptions_SetMaxReconnect(made, limit))
            try set("reconnectWait", natsOptions_SetReconnectWait(made, options.reconnectWait.milliseconds))
            let jitter = options.reconnectJitter.milliseconds
            try set("reconnectJitter", natsOptions_SetReconnectJitter(made, jitter, jitter))
            try set("reconnectBuffer", natsOptions_SetReconnectBufSize(made, Int32(clamping: options.reconnectBuffer)))
            let interval = options.pingInterval.milliseconds
            try set("pingInterval", natsOptions_SetPingInterval(made, interval))
            // Who sends writes under the connection's lock, and the ping waits for this lock. Beside a server that reads
            // nothing, neither would end, and the one thread that pings for all connections would stand still. A
            // longer time than 32 bits hold would be none to libnats.
            try set("pingInterval", natsOptions_SetWriteDeadline(made, min(2 * interval, Int64(Int32.max))))
            try set("noEcho", natsOptions_SetNoEcho(made, options.noEcho))
            // A connection for publishing alone has one subscription, which must not wait for what users do in
            // callbacks.
            try set("delivery", natsOptions_UseGlobalMessageDelivery(made, reconnects))
            switch options.credentials?.content {
            case .none: break
            case .user(let name, let password): try set("credentials", natsOptions_SetUserInfo(made, name, password))
            case .token(let token): try set("credentials", natsOptions_SetToken(made, token))
            case .file(let path):
                try set("credentials", natsOptions_SetUserCredentialsFromFiles(made, path, nil))
            case .nkey(let publicKey, let seedFile):
                try set("credentials", natsOptions_SetNKeyFromSeed(made, publicKey, seedFile))
            }
            if options.tls != nil || servers.wantsTLS {
                let tls = options.tls ?? NATS.TLS()
                try set("tls", natsOptions_SetSecure(made, true))
                if let file = tls.certificateAuthorities {
                    try set("tls.certificateAuthorities \(file)", natsOptions_LoadCATrustedCertificates(made, file))
                }
                if let identity = tls.identity {
                    try set(
                        "tls.identity",
                        natsOptions_LoadCertificatesChain(made, identity.certificateChain, identity.key)
                    )
                }
                if let name = tls.hostname { try set("tls.hostname", natsOptions_SetExpectedHostname(made, name)) }
                if tls.verification == .none { try set("tls", natsOptions_SkipServerVerification(made, true)) }
            }
        }

        deinit {
            natsOptions_Destroy(pointer)
        }

        /// Has libnats tell the events. The last of them releases the reference at `address`.
        func observe(_ address: UnsafeMutableRawPointer) -> natsStatus {
            var status = natsOptions_SetDisconnectedCB(pointer, { _, at in events(at).send(.disconnected) }, address)
            if status == NATS_OK {
                status = natsOptions_SetReconnectedCB(
                    pointer,
                    { connection, at in events(at).send(.reconnected(server: serverURL(of: connection))) },
                    address
                )
            }
            if status == NATS_OK {
                status = natsOptions_SetLameDuckModeCB(pointer, { _, at in events(at).send(.lameDuck) }, address)
            }
            if status == NATS_OK {
                status = natsOptions_SetErrorHandler(
                    pointer,
                    { _, subscription, error, at in
                        if error == NATS_SLOW_CONSUMER {
                            if let subscription { events(at).slow(subscription) }
                            return
                        }
                        // libnats keeps the words of each error for the thread that tells it. What the connection
                        // has as its last error may be a later one.
                        var last = NATS_OK
                        let own = String(cString: natsStatus_GetText(error))
                        let text = nats_GetLastError(&last).map { String(cString: $0) } ?? ""
                        let said = last == error ? text : ""
                        let both = said.isEmpty || said == own ? own : "\(own): \(said)"
                        events(at).send(
                            error == NATS_NOT_PERMITTED ? .denied(Denial(words: said), both) : .problem(both)
                        )
                    },
                    address
                )
            }
            if status == NATS_OK {
                status = natsOptions_SetClosedCB(
                    pointer,
                    { connection, at in
                        let events = Unmanaged<ConnectionEvents>.fromOpaque(at!).takeRetainedValue()
                        events.send(.closed(refusal(of: connection)))
                        events.end()
                    },
                    address
                )
            }
            return status
        }
    }

    private func serverURL(of connection: OpaquePointer?) -> String {
        var text = [CChar](repeating: 0, count: 512)
        let status = natsConnection_GetConnectedUrl(connection, &text, text.count)
        return status == NATS_OK ? ServerList.scrubbed(NativeText.string(text)) : ""
    }

    /// What the server has said, if that has ended the connection.
    private func refusal(of connection: OpaquePointer?) -> NATS.Failure? {
        var text: UnsafePointer<CChar>?
        let status = natsConnection_GetLastError(connection, &text)
        guard status == NATS_CONNECTION_AUTH_FAILED || status == NATS_ERR, let text else { return nil }
        let kind: NATS.Failure.Kind = status == NATS_ERR ? .closed : .authorization
        return NATS.Failure(kind, "connection", "given up: \(ServerList.scrubbed(String(cString: text)))")
    }

    private func events(_ address: UnsafeMutableRawPointer?) -> ConnectionEvents {
        Unmanaged<ConnectionEvents>.fromOpaque(address!).takeUnretainedValue()
    }

    extension [String] {
        /// Calls `body` with the strings as C has them.
        fileprivate func withCStrings(_ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) throws -> Void) rethrows {
            let copies = map { text in
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
                for (index, byte) in text.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
                copy[text.utf8.count] = 0
                return copy
            }
            defer { copies.forEach { $0.deallocate() } }
            var pointers = copies.map { Optional(UnsafePointer($0)) }
            try pointers.withUnsafeMutableBufferPointer { try body($0.baseAddress!) }
        }
    }
#endif
