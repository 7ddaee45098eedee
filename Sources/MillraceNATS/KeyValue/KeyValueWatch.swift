#if NATS
    import Millrace

    extension NATS.KeyValue {
        /// The latest change of each key, then each change that comes.
        ///
        /// - **Emits** the latest entry of each key that is there, in the order of their revisions, also of keys that
        ///   were deleted; then each change in its order. ``Entry/pending`` is 0 at the last one of those that were
        ///   there, unless its value cannot be decoded. If the server has lost changes, or the bucket was made again, the
        ///   latest entry of each key comes again, with revisions that may be lower, and `NATS.problems` says so. While the connection is being made
        ///   again, changes that others replace may be left out when ``NATS/KeyValueConfiguration/history`` is 1.
        /// - **Completes** after `NATS.close()`.
        /// - **Fails**, **Disposal**, **Thread** and **Complexity** are those of
        ///   ``NATS/Stream/replay(from:of:subject:maxInFlight:onUndecodable:)``.
        ///
        /// ```swift
        /// let stock = nats.keyValue("stock", of: Int.self, NATS.KeyValueConfiguration())
        /// try await stock.put("tea", 3)
        /// try await stock.put("milk", 5)
        /// for try await entry in stock.watch().take(2).values { print(entry.key, entry.value ?? 0) }
        /// // tea 3
        /// // milk 5
        /// ```
        ///
        /// - Parameters:
        ///   - keys: which keys: one, or several with wildcards, such as `prices.*`; all if `>`.
        ///   - onUndecodable: called with a message of which no value can be made.
        public func watch(
            _ keys: String = ">",
            onUndecodable: (@Sendable (NATS.Undecodable) -> Void)? = nil
        ) -> Observable<Entry> {
            if let failure = refusal ?? NATS.Parameter("watch", "keys").failure(ofSubject: keys, wildcards: true) {
                return Observable.error(failure)
            }
            let prefix = subject("").count
            return changes(of: keys, coding, "watch(\"\(keys)\")", onUndecodable).map { stored in
                Entry(
                    key: String(stored.subject.dropFirst(prefix)),
                    value: stored.element.value,
                    revision: stored.sequence,
                    time: stored.time,
                    isPurge: stored.element.isPurge,
                    pending: stored.pending
                )
            }
        }

        private func changes<Value>(
            of keys: String,
            _ coding: NATS.Coding<Value>,
            _ label: String,
            _ onUndecodable: (@Sendable (NATS.Undecodable) -> Void)?
        ) -> Observable<NATS.Stored<KeyValueChange<Value>>> {
            stream.replay(
                from: .lastPerSubject,
                coding: NATS.Coding<KeyValueChange<Value>>(
                    encode: { _ in [] },
                    decode: { try KeyValueChange($0, coding) }
                ),
                subject: subject(keys),
                maxInFlight: 1_024,
                times: PullTimes(),
                beginsAnew: true,
                label: "\(label) of bucket \(bucket)",
                onUndecodable: onUndecodable
            )
        }

        /// The keys that have a value, in the order in which they were changed last. The values are not decoded.
        ///
        /// - Complexity: O(n) messages for n keys, deleted ones included.
        public func keys() async throws -> [String] {
            try await prepare()
            let operation = "keys of \(bucket)"
            let count = try await patiently(operation) { timeout in
                let answer: SubjectsAnswer = try await StreamAPI(nats: self.stream.nats).ask(
                    "STREAM.INFO.\(self.stream.name)",
                    operation: operation,
                    timeout: timeout
                )
                return answer.state.messages
            }
            // A consumer of an empty stream has nothing to say.
            if count == 0 { return [] }
            // The place of each key's latest change. A key that is changed meanwhile may come twice.
            var places: [String: Int] = [:]
            var (place, end) = (0, Int.max)
            let prefix = subject("").count
            // The values are not looked at, so that one that cannot be decoded does no harm.
            let anything = NATS.Coding<Void>(encode: { _ in [] }, decode: { _ in })
            let entries = changes(of: ">", anything, "keys", nil)
                .map { change in
                    let hasValue = change.element.value != nil
                    return (key: String(change.subject.dropFirst(prefix)), hasValue: hasValue, pending: change.pending)
                }
                .timeout(after: timeout, scheduler: ConcurrentDispatchQueueScheduler(qos: .default))
            do {
                for try await entry in entries.values {
                    if place == 0 { end = entry.pending &+ 1 }
                    place += 1
                    places[entry.key] = entry.hasValue ? place : nil
                    if place >= end || entry.pending == 0 { break }
                }
            } catch RxError.timeout {
                throw NATS.Failure(.timeout, operation, "no answer within \(timeout)")
            }
            return places.sorted { $0.value < $1.value }.map(\.key)
        }
    }

    private struct SubjectsAnswer: Decodable, Sendable {
        struct State: Decodable, Sendable { let messages: Int }
        let state: State
    }
#endif
