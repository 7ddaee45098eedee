#if NATS
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Millrace

    extension NATS {
        /// A bucket of keys with values, which JetStream keeps; it is made when it is first used.
        ///
        /// - Parameters:
        ///   - bucket: the bucket's name: letters, digits, `-` and `_`. With another name, each use of the bucket fails
        ///     with ``Failure/Kind/invalid``.
        ///   - type: the values, which are stored as JSON.
        ///   - configuration: how to make the bucket. If it exists, it stays as it is, and differences are reported in
        ///     ``problems``. If `nil`, the bucket has to exist.
        ///   - timeout: how long a call may take, in which it tries again beside a server that does not answer.
        public func keyValue<Element: Codable>(
            _ bucket: String,
            of type: Element.Type = Element.self,
            _ configuration: KeyValueConfiguration? = nil,
            timeout: Duration = .seconds(10)
        ) -> KeyValue<Element> {
            KeyValue(self, bucket, .json, configuration, timeout)
        }

        /// A bucket of keys with values, with a coding of one's own; otherwise as
        /// `keyValue(_:of:_:timeout:)`.
        ///
        /// - Parameters:
        ///   - bucket: the bucket's name.
        ///   - coding: how values are stored, such as `.text`.
        ///   - configuration: how to make the bucket.
        ///   - timeout: how long a call may take.
        public func keyValue<Element>(
            _ bucket: String,
            coding: Coding<Element>,
            _ configuration: KeyValueConfiguration? = nil,
            timeout: Duration = .seconds(10)
        ) -> KeyValue<Element> {
            KeyValue(self, bucket, coding, configuration, timeout)
        }

        /// Keys with values that programs on several machines share: a bucket, which JetStream keeps as a stream with a
        /// subject for each key. All clients of NATS have the same buckets.
        ///
        /// Each change has a revision. ``update(_:_:revision:)`` changes a key only if nobody else has changed it since
        /// the revision that the caller has seen, so of several programs one wins.
        ///
        /// - **Fails**: a call throws a ``NATS/Failure``. ``NATS/Failure/Kind/conflict`` says that somebody else has
        ///   changed the key, and that nothing was stored. After ``NATS/Failure/Kind/timeout``, a change may have been
        ///   stored, or may still be: ask with ``get(_:)``. A call asks again while the server has no leader or the
        ///   connection is being made again, until `timeout` is over; a change is sent with one id then, so that it is
        ///   not stored twice. ``NATS/Failure/Kind/invalid`` says that a text cannot be a key: a key has letters, digits
        ///   and `-`, `_`, `/`, `=`, `.`, and no dot at its ends or behind another dot.
        /// - **Cancellation** of the task ends each call within a second.
        /// - **Thread**: may be used from any thread.
        /// - **Complexity**: a request to the server for each call, but for ``keys()`` and ``history(_:)``. On several
        ///   servers older than version 2.15, a change of a certain revision takes three, and is tried again when another
        ///   key was changed at the same time: such a cluster would let two programs replace one revision.
        ///
        /// ```swift
        /// let stock = nats.keyValue("stock", of: Int.self, NATS.KeyValueConfiguration())
        /// let first = try await stock.create("tea", 3)
        /// try await stock.update("tea", 2, revision: first)
        /// print(try await stock.get("tea")?.value ?? 0)
        /// // 2
        /// ```
        public final class KeyValue<Element>: Sendable {
            /// The bucket's name.
            public let bucket: String

            let stream: Stream
            let coding: Coding<Element>
            let timeout: Duration
            let refusal: Failure?
            private let info = Locked(NATS.StreamInfo?.none)

            /// Whether the servers let two programs replace the same revision. A cluster of version 2.9.10 compares a
            /// revision with what it has stored, not with what it is about to store; 2.15.0 does so. So the number of the
            /// stream's last message is compared as well, which every server does when it stores a message.
            var checksRevisionsItself: Bool {
                info.access {
                    $0.map { $0.settings.numReplicas ?? 1 > 1 && !$0.settings.isOfServer(since: [2, 15]) } ?? true
                }
            }

            init(
                _ nats: NATS,
                _ bucket: String,
                _ coding: Coding<Element>,
                _ configuration: KeyValueConfiguration?,
                _ timeout: Duration
            ) {
                self.bucket = bucket
                self.coding = coding
                self.timeout = timeout
                refusal =
                    Parameter("NATS.keyValue", "bucket").failure(ofBucket: bucket)
                    ?? configuration?.refusal(of: bucket)
                stream = Stream(
                    nats,
                    "KV_\(bucket)",
                    configuration?.stream(of: bucket),
                    compares: configuration != nil,
                    bucket: bucket
                )
            }

            /// Makes the bucket if it does not exist; before the first use, this is done by itself.
            ///
            /// - Throws: a ``NATS/Failure``, as ``NATS/Stream/prepare()`` does.
            public func prepare() async throws {
                if let refusal { throw refusal }
                if info.access({ $0 != nil }) { return }
                let found = try await patiently("bucket \(bucket)") { _ in try await self.stream.prepare() }
                info.access { $0 = found }
            }

            /// The latest value of a key, with its revision; `nil` if there is none, or if it was deleted.
            ///
            /// The server that leads the stream answers. A leader that was cut off from the other servers answers for
            /// some seconds more, and may not know of the latest change. An ``update(_:_:revision:)`` with such an old
            /// revision fails.
            ///
            /// - Parameter key: the key.
            public func get(_ key: String) async throws -> Entry? {
                try await last(key).flatMap { try $0.entry.value == nil ? nil : $0.entry }
            }

            /// Stores a value, whatever there was before.
            ///
            /// - Parameters:
            ///   - key: the key.
            ///   - value: the value.
            /// - Returns: the revision of the change.
            @discardableResult
            public func put(_ key: String, _ value: Element) async throws -> UInt64 {
                try await write(key, try coding.encode(value), expected: nil)
            }

            /// Stores the first value of a key: if the key has one, this fails with ``NATS/Failure/Kind/conflict``.
            ///
            /// - Parameters:
            ///   - key: the key, which may have been deleted.
            ///   - value: the value.
            /// - Returns: the revision of the change.
            @discardableResult
            public func create(_ key: String, _ value: Element) async throws -> UInt64 {
                let payload = try coding.encode(value)
                do {
                    return try await write(key, payload, expected: 0)
                } catch let failure as Failure where failure.kind == .conflict {
                    // That it was deleted is a message, too.
                    guard let last = try await last(key), last.isEnd else { throw failure }
                    return try await write(key, payload, expected: last.sequence)
                }
            }

            /// Stores a value if the key's latest change has this revision; otherwise fails with
            /// ``NATS/Failure/Kind/conflict``.
            ///
            /// - Parameters:
            ///   - key: the key.
            ///   - value: the value.
            ///   - revision: the revision that the caller has seen.
            /// - Returns: the revision of the change.
            @discardableResult
            public func update(_ key: String, _ value: Element, revision: UInt64) async throws -> UInt64 {
                try await write(key, try coding.encode(value), expected: revision)
            }

            /// Deletes a key. Those who watch learn of it, and ``history(_:)`` keeps former values.
            ///
            /// - Parameters:
            ///   - key: the key; it may have no value.
            ///   - revision: the revision that the caller has seen; whatever there is, if `nil`.
            public func delete(_ key: String, revision: UInt64? = nil) async throws {
                _ = try await write(key, [], [KeyValueHeaders.operation: "DEL"], expected: revision)
            }

            /// Deletes a key with its former values.
            ///
            /// - Parameters:
            ///   - key: the key; it may have no value.
            ///   - revision: the revision that the caller has seen; whatever there is, if `nil`.
            public func purge(_ key: String, revision: UInt64? = nil) async throws {
                let headers: Headers = [KeyValueHeaders.operation: "PURGE", KeyValueHeaders.rollup: "sub"]
                _ = try await write(key, [], headers, expected: revision)
            }

            /// The changes of a key that are kept, the oldest first: at most
            /// ``NATS/KeyValueConfiguration/history``.
            ///
            /// - Parameter key: the key.
            /// - Complexity: a request for each change.
            public func history(_ key: String) async throws -> [Entry] {
                // Up to the change that is the latest now: others may come faster than they are asked for.
                guard let last = try await last(key) else { return [] }
                var entries: [Entry] = []
                var next: UInt64 = 1
                while next <= last.sequence,
                    let message = try await patiently(
                        "key \(key) of \(bucket)",
                        { [next] timeout in
                            try await self.message(
                                MessageRequest(seq: next, nextBySubj: self.subject(key)),
                                key,
                                timeout
                            )
                        }
                    ), message.seq <= last.sequence
                {
                    entries.append(try entry(of: message))
                    next = message.seq + 1
                }
                // Later ones may have taken its place meanwhile.
                if next <= last.sequence { entries.append(try last.entry) }
                return entries
            }

            // MARK: Inside

            struct Last: Sendable {
                let sequence: UInt64
                let message: StoredMessage
                let make: @Sendable (StoredMessage) throws -> Entry

                var entry: Entry { get throws { try make(message) } }
                /// Whether the key was deleted. Its value is not looked at, which may not be one.
                var isEnd: Bool { KeyValueHeaders.end { message.headers[$0] } != nil }
            }

            /// The latest change of a key, also if that was its end.
            func last(_ key: String) async throws -> Last? {
                try await begin(key)
                return try await patiently("key \(key) of \(bucket)") { try await self.lastAtOnce(key, timeout: $0) }
            }

            func lastAtOnce(_ key: String, timeout: Duration) async throws -> Last? {
                try await message(MessageRequest(lastBySubj: subject(key)), key, timeout).map {
                    Last(sequence: $0.seq, message: $0, make: { try self.entry(of: $0) })
                }
            }

            func begin(_ key: String) async throws {
                if let failure = refusal ?? Parameter("KeyValue", "the key").failure(ofKey: key) { throw failure }
                try await prepare()
            }

            /// Why no change can be stored.
            func refusalToStore() async throws -> Failure? {
                if info.access({ $0 })?.refusalToPublish(to: stream.name) == nil { return nil }
                // The bucket may have been changed since it was looked at.
                info.access { $0 = nil }
                try await prepare()
                return info.access { $0 }?.refusalToPublish(to: stream.name)
            }

            func subject(_ key: String) -> String { "$KV.\(bucket).\(key)" }

            private func message(
                _ request: MessageRequest,
                _ key: String,
                _ timeout: Duration
            ) async throws -> StoredMessage? {
                do {
                    let answer: MessageAnswer = try await StreamAPI(nats: stream.nats).ask(
                        "STREAM.MSG.GET.\(stream.name)",
                        request,
                        operation: "key \(key) of \(bucket)",
                        timeout: timeout
                    )
                    return answer.message
                } catch let failure as Failure where failure.kind == .notFound {
                    return nil
                }
            }

            private func entry(of message: StoredMessage) throws -> Entry {
                let native = try NativeMessage(
                    subject: message.subject,
                    reply: nil,
                    payload: Array(message.data ?? .init()),
                    headers: message.headers,
                    from: Parameter("KeyValue", "the key")
                )
                let change = try KeyValueChange(Message(native: native), coding)
                return Entry(
                    key: String(message.subject.dropFirst(subject("").count)),
                    value: change.value,
                    revision: message.seq,
                    time: Date(timeIntervalSince1970: Double(message.nanosecond) / 1e9),
                    isPurge: change.isPurge,
                    pending: 0
                )
            }
        }
    }
#endif
