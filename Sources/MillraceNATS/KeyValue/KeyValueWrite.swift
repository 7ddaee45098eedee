#if NATS
    import Millrace

    /// Whether a change was stored cannot be found out.
    private struct Doubt: Error {
        let reason: String
    }

    extension NATS.KeyValue {
        /// Stores a change.
        ///
        /// - Parameter expected: the revision that the key must have; 0 for none, `nil` for any.
        func write(
            _ key: String,
            _ payload: [UInt8],
            _ headers: NATS.Headers = [:],
            expected: UInt64?
        ) async throws -> UInt64 {
            try await begin(key)
            if let refusal = try await refusalToStore() { throw refusal }
            let operation = "key \(key) of \(bucket)"
            let id = String(NativeConnection.newInbox().dropFirst("_INBOX.".count))
            var headers = headers
            headers[StoredMessage.idHeader] = id
            if let expected { headers[KeyValueHeaders.expected] = String(expected) }
            let (all, isInDoubt, isCareful) = (headers, Locked(false), expected != nil && checksRevisionsItself)
            do {
                return try await store(payload, all, id, key, expected, isCareful, isInDoubt)
            } catch let doubt as Doubt {
                // As after a reply that did not come.
                throw NATS.Failure(.timeout, operation, doubt.reason)
            }
        }

        private func store(
            _ payload: [UInt8],
            _ headers: NATS.Headers,
            _ id: String,
            _ key: String,
            _ expected: UInt64?,
            _ isCareful: Bool,
            _ isInDoubt: Locked<Bool>
        ) async throws -> UInt64 {
            let operation = "key \(key) of \(bucket)"
            let end = ContinuousClock.now + timeout
            return try await patiently(operation) { timeout in
                let api = StreamAPI(nats: self.stream.nats)
                while true {
                    var all = headers
                    do {
                        if let expected, isCareful {
                            // In this order: what comes between changes the last number, and is refused by it.
                            let last = try await self.stream.info().lastSequence
                            if let own = try await self.outcome(of: id, behind: expected, key, isInDoubt) { return own }
                            all[KeyValueHeaders.expectedOfStream] = String(last)
                        }
                        return try await api.store(payload, at: self.subject(key), all, timeout: timeout)
                    } catch let failure as NATS.Failure
                        where [.refused(code: 10_071), .refused(code: 10_164)].contains(failure.kind)
                    {
                        guard let expected else { throw failure }
                        // A server may look at the revision before it looks at the id. So this may be the answer to a
                        // change that was stored by an attempt before.
                        if let own = try await self.outcome(of: id, behind: expected, key, isInDoubt) { return own }
                        // Another key was changed meanwhile.
                        if !isCareful { throw NATS.Failure(.conflict, operation, failure.reason) }
                        if .now >= end { throw NATS.Failure(.timeout, operation, "other keys change all the time") }
                        try await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
                    } catch let failure as NATS.Failure
                        where [.timeout, .connection, .refused(code: 10_158)].contains(failure.kind)
                    {
                        isInDoubt.access { $0 = true }
                        throw failure
                    }
                }
            }
        }

        /// What became of a change that was to replace `expected`: its revision if an attempt before has stored it, `nil`
        /// if the key has that revision still.
        ///
        /// - Throws: ``NATS/Failure/Kind/conflict`` if somebody else has changed the key.
        private func outcome(
            of id: String,
            behind expected: UInt64,
            _ key: String,
            _ isInDoubt: Locked<Bool>
        ) async throws -> UInt64? {
            let found = try await lastAtOnce(key, timeout: .seconds(2))
            let revision = found?.sequence ?? 0
            if revision == expected { return nil }
            let headers = found?.message.headers ?? [:]
            if headers[StoredMessage.idHeader] == id { return revision }
            let operation = "key \(key) of \(bucket)"
            // If nobody has replaced the same revision, it may be ours that was replaced.
            if isInDoubt.access({ $0 }), revision > expected, headers[KeyValueHeaders.expected] != String(expected) {
                throw Doubt(reason: "whether the change was stored is not known: revision \(revision) has come since")
            }
            throw NATS.Failure(.conflict, operation, "it has revision \(revision), not \(expected)")
        }

        /// Calls `body` again, after waits that grow, while the server does not answer or has no leader, until the time
        /// is over.
        ///
        /// - Parameter body: called with the time that an attempt may take.
        func patiently<Result: Sendable>(
            _ operation: String,
            _ body: @Sendable (Duration) async throws -> Result
        ) async throws -> Result {
            let end = ContinuousClock.now + timeout
            var wait = Duration.milliseconds(50)
            while true {
                let rest = end - .now
                do {
                    return try await body(max(.milliseconds(10), min(.seconds(2), rest)))
                } catch let failure as NATS.Failure where failure.isTemporary {
                    if .now + wait >= end {
                        throw NATS.Failure(.timeout, operation, "no answer within \(timeout): \(failure.reason)")
                    }
                }
                try await Task.sleep(for: wait)
                wait = min(wait * 2, .seconds(1))
            }
        }
    }
#endif
