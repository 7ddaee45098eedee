#if NATS
    import Millrace

    /// What a durable consumer was made with that exists already.
    extension ConsumerRequest.Configuration {
        /// The subjects of which it delivers messages; empty if of all.
        private var filters: [String] {
            filterSubjects ?? filterSubject.flatMap { $0.isEmpty ? nil : [$0] } ?? []
        }

        /// Whether it delivers messages of all subjects, one after another.
        var deliversAll: Bool { (filters.isEmpty || filters == [">"]) && deliverPolicy != "last_per_subject" }

        /// Why it cannot be consumed from; `nil` if it can.
        ///
        /// - Parameter subject: whose messages are wanted; all if `nil`.
        func refusal(of subject: String?, _ operation: String) -> NATS.Failure? {
            if ackPolicy != "explicit" || deliverSubject != nil {
                let reason = "it exists as a push consumer, or without explicit acknowledgement"
                return NATS.Failure(.invalid, operation, reason)
            }
            guard let subject, filters != [subject] else { return nil }
            let own = filters.isEmpty ? "of all subjects" : "of \(filters.joined(separator: ", "))"
            return NATS.Failure(.invalid, operation, "it exists as a consumer \(own), not of \(subject)")
        }

        /// What of it the program may not expect.
        func remarks(for subject: String?) -> [String] {
            var remarks: [String] = []
            if subject == nil, !filters.isEmpty {
                remarks.append("it exists as a consumer of \(filters.joined(separator: ", ")) alone")
            }
            if let maxDeliver, maxDeliver > 0 {
                remarks.append("it exists with max_deliver \(maxDeliver): no message comes more often than that")
            }
            return remarks
        }

        /// How long the server waits for an answer, at least, before it delivers a message again.
        var longestSilence: Duration? { waits.min().map { max(.milliseconds(10), .nanoseconds($0)) } }

        /// The same, at most.
        var longestWait: Duration { .nanoseconds(waits.max() ?? 0) }

        /// The waits of `backoff` take the place of `ackWait`.
        private var waits: [Int64] {
            (backoff.flatMap { $0.isEmpty ? nil : $0 } ?? [ackWait ?? 0]).filter { $0 > 0 }
        }
    }
#endif
