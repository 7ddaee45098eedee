#if NATS
    import Millrace

    /// What the server does not deliver, although it should.
    extension DurableConsumer {
        private var subject: String { "consumer \(options.name) of \(stream.name)" }

        func askForLandmarks() -> Landmarks { state.access { $0.landmarks.ask() } }

        /// Numbers between this delivery and the one before it, which the consumer has left out. Under the lock.
        func skipped(before origin: StreamOrigin, _ state: inout State) -> ClosedRange<UInt64>? {
            let next = LastDelivery(
                number: origin.consumerSequence,
                sequence: origin.sequence,
                highest: max(origin.sequence, state.lastDelivery.highest)
            )
            let last = exchange(&state.lastDelivery, for: next)
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

        /// The consumer is another one, or a new one.
        func forgetDeliveries(_ state: inout State) {
            (state.lastDelivery, state.passedOver, state.owed) = (LastDelivery(), 0, [])
        }

        /// Notes where the consumer is that was found again, and what it has delivered that has not come here. Under the
        /// lock.
        func note(_ found: ConsumerAnswer, _ info: NATS.StreamInfo, _ attempt: PullAttempt, _ state: inout State) {
            let place = found.delivered
            let first = max(state.highest, found.ackFloor.streamSeq, max(1, info.firstSequence) - 1) + 1
            // More than were asked for went to another process.
            let isOwed =
                !attempt.isFirst && state.deliversAll && first <= place.streamSeq
                && place.streamSeq - first < UInt64(options.maxInFlight)
            state.owed = isOwed ? Set(first...place.streamSeq) : []
            state.lastDelivery =
                LastDelivery(number: place.consumerSeq, sequence: place.streamSeq, highest: place.streamSeq)
        }

        /// Reports the numbers that the consumer has passed over since its last delivery that has come here.
        func lookForPassedOver(_ found: ConsumerAnswer, _ info: NATS.StreamInfo) async throws {
            guard state.access({ passedOver(found.delivered, info, $0) }) != nil else { return }
            // Between the two answers, the stream may have removed its first messages.
            let latest = try await stream.info()
            let numbers = state.access { state in
                let numbers = passedOver(found.delivered, latest, state)
                if let numbers { state.passedOver = numbers.upperBound }
                return numbers
            }
            guard let numbers else { return }
            shared.report(
                subject,
                "it counts messages as delivered that it has not delivered; after `deleteConsumer` it delivers them",
                about: numbers
            )
        }

        /// The consumer has gone on by more numbers than it has delivered messages, to whomever, and than the stream lacks.
        /// Under the lock.
        private func passedOver(
            _ place: ConsumerAnswer.Position,
            _ info: NATS.StreamInfo,
            _ state: State
        ) -> ClosedRange<UInt64>? {
            let last = state.lastDelivery
            let before = max(last.highest, max(1, info.firstSequence) - 1, state.passedOver)
            guard state.deliversAll, info.settings.isGapless, last.number > 0, place.consumerSeq >= last.number,
                place.streamSeq > before,
                place.streamSeq - before > place.consumerSeq - last.number + UInt64(info.missing)
            else { return nil }
            return (before + 1)...place.streamSeq
        }

        /// The server takes a message as delivered that has not come here; it delivers it again when its time is over.
        func reportLate(_ number: UInt64) {
            shared.report(subject, "a message comes behind later ones", about: number...number)
        }

        func looked(_ info: NATS.StreamInfo, _ losses: [ClosedRange<UInt64>]) -> Bool {
            let isAsking = session.isAsking
            let (reason, mustAsk, isStanding) = state.access { state -> (String?, Bool, Bool) in
                state.landmarks.looked(losses)
                if state.isOver || state.created == nil { return (nil, false, false) }
                state.info = info
                if state.created != info.created { return ("the stream is not as it was", false, false) }
                let highest = max(state.highest, state.highestGathered)
                let former = state.waiting
                // It may also be that another process gets them.
                state.waiting = isAsking && info.lastSequence != highest ? (highest, info.lastSequence) : nil
                let isStanding = former != nil && former?.highest == highest && state.waiting != nil
                // The consumer may still be at a number that is lost.
                let isLost = losses.contains { $0.contains(highest) }
                return (nil, isStanding || isLost || state.ahead != nil || !state.owed.isEmpty, isStanding)
            }
            if let reason { session.begin(because: reason) }
            if mustAsk { Task { [self] in await lookForWaiting(info, isStanding) } }
            return reason != nil
        }

        /// The last message that has come is lost, nothing has come for a while, or the consumer owes messages. If the consumer is at a place that the
        /// stream has not reached, or, for a while, has had something to deliver, this says so.
        ///
        /// - Parameter isStanding: whether nothing has come for a while.
        private func lookForWaiting(_ info: NATS.StreamInfo, _ isStanding: Bool) async {
            let question = "CONSUMER.INFO.\(stream.name).\(options.name)"
            let api = StreamAPI(nats: stream.nats)
            let before = state.access { Set($0.open.keys) }
            do {
                let found: ConsumerAnswer = try await api.ask(question, operation: subject)
                let place = found.delivered.streamSeq
                try await lookForPassedOver(found, info)
                let (known, own, owed) = state.access { state in
                    // Handlers have them, or the server keeps them until their time has come.
                    let (floor, now) = (found.ackFloor.streamSeq, ContinuousClock.now)
                    forget(upTo: floor, &state)
                    // Those that have been answered since the question may be without an answer in the server's.
                    let own =
                        before.union(state.open.keys).count { $0 > floor && $0 <= place }
                        + state.returned.count { $0.key <= place && $0.value > now }
                    // What it still waits for may come, and what the stream has removed does not.
                    let isAnswered = state.owed.max().map { $0 <= floor } ?? false
                    let owed = isAnswered ? exchange(&state.owed, for: []).filter { $0 >= info.firstSequence } : []
                    return (state.ahead, own, owed)
                }
                if let first = owed.min(), let last = owed.max() {
                    shared.report(
                        subject,
                        "messages that it delivered while the connection was away do not come again: another process has "
                            + "answered them, or they are lost to this consumer",
                        about: first...last
                    )
                }
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
                    found.numPending ?? 0 > 0 || options.subject == nil && place < info.lastSequence
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
                shared.report(subject, "nothing comes, and why is not known: \(error)")
            }
        }
    }
#endif
