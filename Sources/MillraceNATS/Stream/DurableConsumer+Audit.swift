#if NATS
    import Millrace

    /// What the server does not deliver, although it should.
    extension DurableConsumer {
        private var subject: String { "consumer \(options.name) of \(stream.name)" }

        func askForLandmarks() -> Landmarks { state.access { $0.landmarks.ask() } }

        /// Numbers between this delivery and the one before it, which the consumer has left out. Under the lock.
        func skipped(before origin: StreamOrigin, _ state: inout State) -> ClosedRange<UInt64>? {
            let last = exchange(&state.lastDelivery, for: (origin.consumerSequence, origin.sequence))
            if last.number > 0, origin.consumerSequence > last.number + 1 { state.isShared = true }
            if origin.deliveries == 1 {
                state.place = .init(consumerSeq: origin.consumerSequence, streamSeq: origin.sequence)
            }
            // What comes between goes to another process, or is delivered again.
            guard state.deliversAll, origin.deliveries == 1, last.number > 0,
                origin.consumerSequence == last.number + 1, origin.sequence > last.sequence + 1,
                last.sequence >= state.highest, let info = state.info, info.settings.isGapless,
                info.firstSequence <= last.sequence + 1
            else { return nil }
            let numbers = (last.sequence + 1)...(origin.sequence - 1)
            return info.missing > 0 && numbers.upperBound <= info.lastSequence ? nil : numbers
        }

        func reportSkipped(_ numbers: ClosedRange<UInt64>) {
            shared.report(subject, "it has left out messages: deleted, lost, or lacking on its server", about: numbers)
        }

        /// The consumer is another one.
        func forgetDeliveries(_ state: inout State) {
            state.place = .init(consumerSeq: 0, streamSeq: 0)
            (state.isShared, state.madeAt, state.owed, state.passedOver) = (false, nil, [], 0)
        }

        /// Looks for what a consumer that is found again has delivered, and what has not come here. No more messages than
        /// `maxInFlight` were asked for, and they come again. If the consumer has gone on by more numbers, and has not
        /// delivered as many messages, it has passed over some. If another process consumes as well, nothing can be said.
        func lookForOwed(_ found: ConsumerAnswer, _ attempt: PullAttempt) async throws {
            guard found.delivered.isLikely else { return }
            // How far it had come when it was heard of last; what is behind that may be owed.
            let former = state.access { state -> ConsumerAnswer.Position? in
                if attempt.number != state.attempt { return nil }
                if let madeAt = state.madeAt, madeAt != found.created { forgetDeliveries(&state) }
                state.madeAt = found.created
                let isShared = exchange(&state.isShared, for: false)
                if isShared || state.place.consumerSeq == 0 || !state.deliversAll { return nil }
                let highest = max(state.highest, state.place.streamSeq)
                return .init(consumerSeq: state.place.consumerSeq, streamSeq: highest)
            }
            guard let former, let passage = Passage(from: former, to: found.delivered) else { return }
            if passage.last - passage.first < UInt64(options.maxInFlight) {
                return state.access { state in
                    if state.owed.count < options.maxInFlight { state.owed.formUnion(passage.first...passage.last) }
                }
            }
            // Asked again, since the stream may have removed messages since.
            let info = try await stream.info()
            guard let numbers = passage.passedOver(info), info.created == state.access({ $0.created }) else { return }
            state.access { $0.passedOver = max($0.passedOver, numbers.upperBound) }
            reportPassedOver(numbers)
        }

        private func reportPassedOver(_ numbers: ClosedRange<UInt64>) {
            shared.report(
                subject,
                "it counts messages as delivered that it has not delivered; after `deleteConsumer` it delivers them",
                about: numbers
            )
        }

        /// Reports what was delivered to a connection that was away and does not come again: the consumer waits for no
        /// answer to it.
        ///
        /// - Parameter open: how many messages have certainly no answer yet from here.
        private func reportOwed(_ found: ConsumerAnswer, _ open: Int) async throws {
            let owed = state.access { state -> Set<UInt64> in
                let isOver = state.owed.max().map { $0 <= found.ackFloor.streamSeq } ?? false
                return isOver || found.numAckPending <= open ? state.owed : []
            }
            if owed.isEmpty { return }
            let latest = try await stream.info()
            var numbers: Set<UInt64> = latest.settings.isGapless ? owed.filter { $0 >= latest.firstSequence } : []
            if latest.missing > 0 {
                let missing = try await latest.missingNumbers(in: stream.name, StreamAPI(nats: stream.nats))
                numbers = numbers.filter { number in !missing.contains { $0.contains(number) } }
            }
            // What has come meanwhile is owed no more.
            numbers.formIntersection(state.access { $0.owed })
            state.access { $0.owed.subtract(owed) }
            guard let first = numbers.min(), let last = numbers.max() else { return }
            shared.report(
                subject,
                "messages that it delivered while the connection was away do not come again: another process has answered "
                    + "them, or they are lost to this consumer",
                about: first...last
            )
        }

        /// The server takes a message as delivered that has not come here; it delivers it again when its time is over.
        func reportLate(_ number: UInt64) {
            shared.report(subject, "a message comes behind later ones", about: number...number)
        }

        func looked(_ info: NATS.StreamInfo, _ losses: [ClosedRange<UInt64>]) -> Bool {
            let isAsking = session.isAsking
            // What to begin again because of; whether something seems wrong; whether messages are owed; whether nothing comes.
            let (reason, isWrong, isOwed, isStanding) = state.access { state -> (String?, Bool, Bool, Bool) in
                state.landmarks.looked(losses)
                if state.isOver || state.created == nil { return (nil, false, false, false) }
                state.info = info
                if state.created != info.created { return ("the stream is not as it was", false, false, false) }
                let highest = max(state.highest, state.highestGathered)
                let former = state.waiting
                // It may also be that another process gets them.
                state.waiting = isAsking && info.lastSequence != highest ? (highest, info.lastSequence) : nil
                let isStanding = former != nil && former?.highest == highest && state.waiting != nil
                // The consumer may still be at a number that is lost.
                let isLost = losses.contains { $0.contains(highest) }
                return (nil, isStanding || isLost || state.ahead != nil, !state.owed.isEmpty, isStanding)
            }
            if let reason { session.begin(because: reason) }
            if isWrong || isOwed { Task { [self] in await lookForWaiting(info, isWrong, isStanding) } }
            return reason != nil
        }

        /// The last message that has come is lost, nothing has come for a while, or messages are owed. If the consumer is at
        /// a place that the stream has not reached, or, for a while, has had something to deliver, this says so.
        ///
        /// - Parameters:
        ///   - isWrong: whether more is wrong than that messages are owed.
        ///   - isStanding: whether nothing has come for a while.
        private func lookForWaiting(_ info: NATS.StreamInfo, _ isWrong: Bool, _ isStanding: Bool) async {
            let question = "CONSUMER.INFO.\(stream.name).\(options.name)"
            let api = StreamAPI(nats: stream.nats)
            let before = state.access { Set($0.open.keys) }
            do {
                let found: ConsumerAnswer = try await api.ask(question, operation: subject)
                let place = found.delivered.streamSeq
                if !found.delivered.isLikely || !found.ackFloor.isLikely { return }
                let (known, own, open) = state.access { state in
                    // Handlers have them, or the server keeps them until their time has come.
                    let (floor, now) = (found.ackFloor.streamSeq, ContinuousClock.now)
                    forget(upTo: floor, &state)
                    // Those that have been answered since the question may be without an answer in the server's.
                    let own =
                        before.union(state.open.keys).count { $0 > floor && $0 <= place }
                        + state.returned.count { $0.key <= place && $0.value > now }
                    // Of these, the server's answer has each as one without an answer.
                    let open = before.intersection(state.open.keys).count { $0 > floor && $0 <= place }
                    return (state.ahead, own, open)
                }
                try await reportOwed(found, open)
                if place > info.lastSequence || known != nil {
                    // In a cluster, it may be the stream's leader that is behind, for a while.
                    if info.isClustered { try await Task.sleep(for: .seconds(5)) }
                    let latest = try await stream.info()
                    let last = latest.lastSequence
                    if last >= place, known == nil { return }
                    let before = known?.numbers
                    let first = try await firstUndelivered(after: state.access { $0.newest }, latest)
                    let highest = max(before?.upperBound ?? 0, place)
                    let numbers = min(before?.lowerBound ?? highest, first, highest)...highest
                    // When the stream has passed these numbers, this is the last time.
                    state.access { $0.ahead = last >= numbers.upperBound ? nil : (numbers, last) }
                    if known?.last == last { return }
                    shared.report(
                        subject,
                        "it has been at number \(numbers.upperBound), and the stream was not: it does not deliver what has "
                            + "got the numbers between; after `deleteConsumer` it does",
                        about: numbers
                    )
                } else if isStanding, !found.isFull || own < found.numAckPending,
                    found.numPending ?? 0 > 0 || found.config.deliversAll && place < info.lastSequence
                {
                    // The leader of a full one is moved once for each place at which it waits: another process may have
                    // what has no answer.
                    let full = found.isFull ? (found.ackFloor.streamSeq, info.lastSequence) : nil
                    let former = state.access { exchange(&$0.unansweredWhenFull, for: full) }
                    let hasBegunAgain = full != nil && former?.floor == full?.0
                    if hasBegunAgain, former?.last == full?.1 { return }
                    // The consumer may have delivered some that have not come here.
                    let highest = state.access { max($0.highest, $0.highestGathered) }
                    // Without an answer: it may count some as delivered that have not come.
                    let floor = found.numAckPending > 0 ? found.ackFloor.streamSeq : place
                    let first = min(floor + 1, place + 1, highest + 1, info.lastSequence)
                    shared.report(subject, "messages do not come, for now", about: first...info.lastSequence)
                    if hasBegunAgain { return }
                    // Another server that has the consumer may have what this one lacks.
                    let _: Success? = try? await api.ask(
                        "CONSUMER.LEADER.STEPDOWN.\(stream.name).\(options.name)",
                        operation: subject
                    )
                    session.begin(because: "it delivers nothing, although the stream has more")
                } else if isStanding, found.numAckPending == 0, found.config.deliversAll,
                    found.config.maxDeliver ?? 0 <= 0,
                    let passed = Passage(from: found.ackFloor, to: found.delivered)?.passedOver(info)
                {
                    // It waits for no answer, and has none for what is behind `ackFloor`.
                    let numbers = state.access { state -> ClosedRange<UInt64>? in
                        let before = max(
                            found.ackFloor.streamSeq,
                            state.highest,
                            state.highestGathered,
                            state.passedOver
                        )
                        let first = max(before + 1, passed.lowerBound)
                        if first > place { return nil }
                        state.passedOver = place
                        return first...place
                    }
                    if let numbers { reportPassedOver(numbers) }
                } else if isStanding, found.numAckPending > 0, place > found.ackFloor.streamSeq {
                    // The consumer may be damaged. With several processes, this is how it looks for one that gets nothing.
                    let floor = found.ackFloor.streamSeq
                    if own >= found.numAckPending || state.access({ exchange(&$0.unanswered, for: floor) }) == floor {
                        return
                    }
                    shared.report(
                        subject,
                        "no message has come for a while, and \(found.numAckPending) messages up to number \(place) have no "
                            + "answer: another process has them, or they do not come",
                        about: (floor + 1)...place
                    )
                }
            } catch {
                // For what is owed, the next look asks again.
                if !isWrong { return }
                shared.report(subject, "nothing comes, and why is not known: \(error)")
            }
        }
    }

    /// What a consumer has done between two positions.
    private struct Passage {
        let deliveries: UInt64
        let first: UInt64
        let last: UInt64

        init?(from place: ConsumerAnswer.Position, to end: ConsumerAnswer.Position) {
            if end.consumerSeq < place.consumerSeq || end.streamSeq <= place.streamSeq { return nil }
            (deliveries, first, last) = (end.consumerSeq - place.consumerSeq, place.streamSeq + 1, end.streamSeq)
        }

        /// The numbers between them, if these are more than the consumer has delivered messages, to whomever, and than the
        /// stream lacks. Then it has passed over some of them.
        func passedOver(_ info: NATS.StreamInfo) -> ClosedRange<UInt64>? {
            let first = max(first, info.firstSequence)
            guard info.settings.isGapless, first <= last, last - first >= deliveries + UInt64(info.missing) else {
                return nil
            }
            return first...last
        }
    }
#endif
