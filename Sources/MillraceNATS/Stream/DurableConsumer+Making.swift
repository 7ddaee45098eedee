#if NATS
    import Millrace

    extension DurableConsumer {
        func makeConsumer(_ attempt: PullAttempt) async throws -> PullConsumer {
            let info = attempt.isFirst ? try await stream.prepare() : try await stream.info()
            let api = StreamAPI(nats: stream.nats)
            let operation = "consumer \(options.name) of \(stream.name)"
            let (isOther, gathered) = state.access { state -> (Bool?, [DeliveryEntry]) in
                if attempt.number < state.attempt || state.isOver { return (nil, []) }
                state.attempt = attempt.number
                // What was gathered so far comes once more.
                state.gathering = nil
                let gathered = exchange(&state.gathered, for: [])
                (state.highestGathered, state.gatheredUpTo) = (0, 0)
                for entry in gathered {
                    entry.isOpen = false
                    state.open[entry.origin.sequence] = nil
                    // At once, unless the server is damaged.
                    returns(entry.origin.sequence, within: .zero, &state)
                }
                state.info = info
                (state.lastDelivery, state.isUnbroken) = (nil, false)
                let former = exchange(&state.created, for: info.created)
                if former != info.created { (state.missing, state.waiting) = (nil, nil) }
                return (former != nil && former != info.created, gathered)
            }
            for _ in gathered { session.released() }
            guard let isOther else { throw CancellationError() }
            if isOther {
                let highest = state.access { state in
                    state.landmarks = Landmarks()
                    state.newest = nil
                    (state.returned, state.forgotten) = ([:], 0)
                    forgetDeliveries(&state)
                    state.front = 0
                    return exchange(&state.highest, for: 0)
                }
                let numbers = highest > 0 ? 1...highest : nil
                shared.report("stream \(stream.name)", "the stream was made again", about: numbers)
            }
            let (hasNone, watching) = state.access { ($0.missing == nil, $0.watching) }
            if hasNone, let missing = await watching?.begin(info, stream) { state.access { $0.missing = missing } }
            do {
                let question = "CONSUMER.INFO.\(stream.name).\(options.name)"
                let found: ConsumerAnswer = try await api.ask(question, operation: operation)
                if let failure = found.config.refusal(of: options.subject, operation) { throw failure }
                if attempt.isFirst {
                    for remark in found.config.remarks(for: options.subject) { shared.report(operation, remark) }
                }
                state.access { forget(upTo: found.ackFloor.streamSeq, &$0) }
                let ackWait = found.config.longestSilence ?? options.ackWait
                if state.access({ $0.ackWait }) != ackWait { keepAlive(within: ackWait) }
                state.access { state in
                    state.longestAckWait = found.config.longestWait
                    state.deliversAll = found.config.deliversAll
                }
                try await lookForOwed(found, attempt)
                try await reportLoss(found, info)
                var place = found.delivered
                if try await reclaim(found) {
                    // The answers before this question count by now. A damaged server may have gone on meanwhile.
                    let later: ConsumerAnswer = try await api.ask(question, operation: operation)
                    try await lookForOwed(later, attempt)
                    place = later.delivered
                    state.access { state in
                        let last = later.delivered.streamSeq
                        let missing = later.numAckPending - state.open.keys.count { $0 <= last }
                        if attempt.number == state.attempt, missing > 0, !state.isOver, later.delivered.isLikely {
                            state.gathering = Gathering(last: last, missing: missing)
                        }
                    }
                }
                // One that has delivered nothing begins somewhere.
                let beginsSomewhere = found.config.deliverPolicy != "all" || !info.settings.keepsAll
                if place.consumerSeq > 0 || !beginsSomewhere { goOn(from: place, attempt) }
                return found.consumer
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                var configuration = ConsumerRequest.Configuration()
                configuration.durableName = options.name
                configuration.ackWait = options.ackWait.nanoseconds
                configuration.filterSubject = options.subject
                // What may be without an answer is bounded here, for each process.
                configuration.maxAckPending = -1
                // Made again after a deletion: what this subscription knows is answered again, and not emitted; what has
                // no answer, or has gone back to the server, comes. A work queue has no other messages than those without
                // an answer, and refuses another beginning.
                let isWorkQueue = info.settings.retention == NATS.StreamConfiguration.Retention.workQueue.rawValue
                let start = state.access { state -> NATS.Start in
                    state.ahead = nil
                    forgetDeliveries(&state)
                    state.deliversAll = options.subject == nil || options.subject == ">"
                    guard state.highest > UInt64(options.window), !isWorkQueue, state.forgotten == 0 else {
                        return .all
                    }
                    let known = state.highest - UInt64(options.window) + 1
                    let unanswered = [known, state.returned.keys.min(), state.open.keys.min()].compactMap { $0 }
                    return .sequence(unanswered.min() ?? known)
                }
                configuration.begin(at: start, info)
                let made: ConsumerAnswer = try await api.ask(
                    "CONSUMER.DURABLE.CREATE.\(stream.name).\(options.name)",
                    ConsumerRequest(streamName: stream.name, config: configuration),
                    operation: operation
                )
                state.access { $0.madeAt = made.created }
                switch start {
                case .sequence(let first) where info.settings.keepsAll:
                    goOn(from: .init(consumerSeq: 0, streamSeq: max(1, first) - 1), attempt)
                case .all where info.settings.keepsAll: goOn(from: .init(consumerSeq: 0, streamSeq: 0), attempt)
                default: break
                }
                return made.consumer
            }
        }

        /// All up to here have been answered, by this process or by others.
        func forget(upTo floor: UInt64, _ state: inout State) {
            if !state.returned.isEmpty { state.returned = state.returned.filter { $0.key > floor } }
            if state.forgotten <= floor { state.forgotten = 0 }
        }

        /// Reports that the server has lost messages, but still has the place behind them at which the consumer was.
        private func reportLoss(_ found: ConsumerAnswer, _ info: NATS.StreamInfo) async throws {
            guard let newest = state.access({ $0.newest }), found.delivered.streamSeq >= newest.sequence else { return }
            let hasLost = try await StreamAPI(nats: stream.nats)
                .hasSurelyLost(newest.sequence, of: newest.time, in: stream.name, info)
            if hasLost == nil {
                let mark = StreamAudit.Mark(sequence: newest.sequence, id: "", nanosecond: newest.time)
                state.access { $0.landmarks.keep(mark) }
            }
            if hasLost != true { return }
            let place = found.delivered.streamSeq
            let first = try await firstUndelivered(after: newest, info)
            state.access { state in
                state.newest = nil
                state.front = min(state.front, max(1, min(first, newest.sequence)) - 1)
                // Messages that get the numbers between come later, and are reported then.
                if place > info.lastSequence { state.ahead = (min(first, place)...place, info.lastSequence) }
            }
            stream.nats.shared.report(
                "consumer \(options.name) of \(stream.name)",
                "the server has lost messages, up to number \(newest.sequence), and does not deliver other messages that "
                    + "have got their numbers; after `deleteConsumer` it does",
                about: min(first, newest.sequence)...max(newest.sequence, place)
            )
        }

        /// The first number that the stream has given, or will give, after this message was stored. What gets numbers
        /// from there up to the consumer's place, after the server has lost messages, is not delivered.
        func firstUndelivered(after newest: StreamOrigin?, _ info: NATS.StreamInfo) async throws -> UInt64 {
            let next = info.lastSequence + 1
            // Where messages are removed, numbers are missing without a loss.
            guard let newest, info.settings.isGapless else { return next }
            let low = min(info.firstSequence, next)
            return try await StreamAPI(nats: stream.nats)
                .firstNumber(after: newest.time, from: low, to: next, in: stream.name)
        }

        /// Has the server deliver again, before anything new, what it has delivered and what this subscription has not
        /// got: messages for a process that has ended, or that were on their way when the connection was lost. They
        /// would otherwise come when their time is over, behind later messages of the same subject. False if there are
        /// none.
        private func reclaim(_ found: ConsumerAnswer) async throws -> Bool {
            if options.order != .perSubject || found.numAckPending == 0 { return false }
            if !found.delivered.isLikely || !found.ackFloor.isLikely { return false }
            let first = state.access { max($0.highest, found.ackFloor.streamSeq) } + 1
            let last = found.delivered.streamSeq
            if first > last { return false }
            // Each number is asked for, whether its message is one of this consumer or not.
            let begin = last - first < UInt64(options.window) ? first : last - UInt64(options.window) + 1
            for sequence in begin...last {
                // The numbers of deliveries, time and messages that follow are not looked at.
                let place = "\(stream.name).\(options.name).1.\(sequence).\(found.delivered.consumerSeq).0.0"
                // Answers are taken in their order, so the last one's confirmation is that of all.
                if sequence == last {
                    try await StreamAPI(nats: stream.nats).confirm(
                        Array("-NAK".utf8),
                        at: "$JS.ACK.\(place)",
                        operation: "consumer \(options.name) of \(stream.name)"
                    )
                } else {
                    _ = stream.nats.native.publish(Array("-NAK".utf8), to: "$JS.ACK.\(place)")
                }
            }
            return true
        }
    }
#endif
