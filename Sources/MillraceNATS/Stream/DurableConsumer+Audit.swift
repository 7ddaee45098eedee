#if NATS
    import Millrace

    /// What the server does not deliver, although it should.
    extension DurableConsumer {
        private var subject: String { "consumer \(options.name) of \(stream.name)" }

        func askForLandmarks() -> Landmarks { state.access { $0.landmarks.ask() } }

        /// Numbers between this delivery and the one before it, which the consumer has left out. Under the lock.
        func skipped(before origin: StreamOrigin, _ state: inout State) -> ClosedRange<UInt64>? {
            let number = exchange(&state.lastDelivery, for: origin.consumerSequence)
            // What was on its way to a connection that was lost may come before the first delivery to the next one.
            let isFound = exchange(&state.isFound, for: false)
            if let number, !isFound, origin.consumerSequence > number + 1 { state.isShared = true }
            if number.map({ $0 + 1 }) != origin.consumerSequence { state.isUnbroken = false }
            // It is delivered again.
            if origin.deliveries > 1 { return nil }
            let isUnbroken = exchange(&state.isUnbroken, for: true)
            let last = max(state.place.streamSeq, state.front)
            state.place = .init(consumerSeq: origin.consumerSequence, streamSeq: origin.sequence)
            // Otherwise, what comes between goes to another process.
            guard state.deliversAll, isUnbroken else { return nil }
            return state.info?.leftOut(behind: last, before: origin.sequence, state.missing)
        }

        func reportSkipped(_ numbers: ClosedRange<UInt64>) {
            let reason = "it has left out messages: deleted, lost, or lacking on its server"
            if state.access({ $0.info?.settings.keepsAll == true }) {
                return shared.report(subject, reason, about: numbers)
            }
            Task { [self] in
                // What a limit has removed meanwhile is no loss.
                let first = (try? await stream.info())?.firstSequence ?? 0
                if first > numbers.upperBound { return }
                shared.report(subject, reason, about: max(first, numbers.lowerBound)...numbers.upperBound)
            }
        }

        /// The consumer is another one.
        func forgetDeliveries(_ state: inout State) {
            state.place = .init(consumerSeq: 0, streamSeq: 0)
            (state.lastDelivery, state.isUnbroken) = (nil, false)
            (state.isShared, state.madeAt, state.owed, state.passedOver) = (false, nil, [], 0)
        }

        /// The consumer was found, and what it delivers next comes after this place.
        func goOn(from place: ConsumerAnswer.Position, _ attempt: PullAttempt) {
            if !place.isLikely { return }
            state.access { state in
                if attempt.number != state.attempt { return }
                (state.place, state.lastDelivery, state.isFound) = (place, place.consumerSeq, true)
                (state.isUnbroken, state.isShared) = (true, false)
            }
        }

        /// Looks for what a consumer that is found again has delivered, and what has not come here. No more messages than
        /// `maxInFlight` were asked for, and they come again, unless another process consumes as well. If the consumer has
        /// gone on by more numbers, and has not delivered as many messages, to whomever, it has passed over some.
        func lookForOwed(_ found: ConsumerAnswer, _ attempt: PullAttempt) async throws {
            guard found.delivered.isLikely else { return }
            let passage = state.access { state -> Passage? in
                if attempt.number != state.attempt { return nil }
                if let madeAt = state.madeAt, madeAt != found.created { forgetDeliveries(&state) }
                state.madeAt = found.created
                if state.place.consumerSeq == 0 || !state.deliversAll { return nil }
                // How far it had come when it was heard of last; what is behind that may be owed.
                let last = max(state.front, state.place.streamSeq)
                let place = ConsumerAnswer.Position(consumerSeq: state.place.consumerSeq, streamSeq: last)
                guard let passage = Passage(from: place, to: found.delivered) else { return nil }
                guard passage.last - passage.first < UInt64(options.maxInFlight) else { return passage }
                if !state.isShared, state.owed.count < options.window {
                    state.owed.formUnion(passage.first...passage.last)
                }
                return nil
            }
            guard let passage else { return }
            // Asked again, since the stream may have removed messages since.
            let info = try await stream.info()
            guard let numbers = passage.passedOver(info), info.created == state.access({ $0.created }) else { return }
            let former = state.access { exchange(&$0.passedOver, for: numbers.upperBound) }
            if former != numbers.upperBound { reportPassedOver(numbers) }
        }

        private func reportPassedOver(_ numbers: ClosedRange<UInt64>) {
            shared.report(
                subject,
                "it counts messages as delivered that it has not delivered, unless another process has had them; after "
                    + "`deleteConsumer` it delivers them",
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
                let owed = isOver || found.numAckPending <= open ? state.owed : []
                // Each may be asked for.
                return Set(owed.sorted().prefix(options.maxInFlight))
            }
            if owed.isEmpty { return }
            let api = StreamAPI(nats: stream.nats)
            let latest = try await stream.info()
            var numbers = owed.filter { $0 >= latest.firstSequence }
            if !latest.settings.isGapless {
                // What is not there has been answered, or has given way to others.
                for number in numbers where try await api.messageIfThere(number, in: stream.name) == nil {
                    numbers.remove(number)
                }
            } else if latest.missing > 0 {
                let missing = try await latest.missingNumbers(in: stream.name, api)
                numbers = numbers.filter { missing.rest(of: $0...$0) != nil }
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

        /// The last message that has an answer, of a consumer that waits for none. What a damaged server passes over may
        /// raise `ackFloor`, too. If all deliveries have come here, the last one is known.
        private func lastAnswered(_ found: ConsumerAnswer) -> ConsumerAnswer.Position {
            state.access { state in
                let last = max(state.place.streamSeq, state.front)
                let isKnown =
                    state.isUnbroken && state.lastDelivery == found.delivered.consumerSeq
                    && last < found.ackFloor.streamSeq
                return isKnown ? .init(consumerSeq: found.delivered.consumerSeq, streamSeq: last) : found.ackFloor
            }
        }

        /// The server takes a message as delivered that has not come here; it delivers it again when its time is over.
        func reportLate(_ number: UInt64) {
            shared.report(subject, "a message comes behind later ones", about: number...number)
        }

        func looked(_ info: NATS.StreamInfo, _ missing: [ClosedRange<UInt64>], _ losses: [ClosedRange<UInt64>]) -> Bool
        {
            let phase = session.phase
            let (isOther, trouble) = state.access { state -> (Bool, Trouble) in
                state.landmarks.looked(losses)
                if state.isOver || state.created == nil { return (false, []) }
                (state.info, state.missing) = (info, missing)
                if state.created != info.created { return (true, []) }
                // The consumer may still be at a number that is lost. Those that follow may be given again.
                let front = max(state.front, state.highestGathered)
                var trouble: Trouble = state.owed.isEmpty ? [] : .isOwed
                if state.ahead != nil { trouble.insert(.isAhead) }
                if let loss = losses.first(where: { $0.contains(front) }) {
                    state.front = min(state.front, max(1, loss.lowerBound) - 1)
                    trouble.insert(.isLost)
                }
                // If nothing comes, it may also be that another process gets it.
                if case .full = phase { state.waiting = nil }
                if info.lastSequence == front {
                    state.waiting = nil
                } else if case .asking(let beginning) = phase {
                    // That the consumer is made again in between must not hide it.
                    let former = exchange(&state.waiting, for: state.received)
                    if former == state.received, session.hasWaited(since: beginning) { trouble.insert(.isStanding) }
                }
                return (false, trouble)
            }
            if isOther { session.begin(because: "the stream is not as it was") }
            if !trouble.isEmpty { Task { [self] in await lookForWaiting(info, trouble) } }
            return isOther
        }

        /// If the consumer is at a place that the stream has not reached, or, for a while, has had something to deliver,
        /// this says so.
        private func lookForWaiting(_ info: NATS.StreamInfo, _ trouble: Trouble) async {
            let isSurplus = state.access { state in
                if state.isLooking, trouble != .isOwed { state.mustLook = true }
                return exchange(&state.isLooking, for: true)
            }
            if isSurplus { return }
            await findOut(info, trouble)
            while state.access({ state in
                state.isLooking = exchange(&state.mustLook, for: false)
                return state.isLooking
            }) {
                await findOut(info, .isAhead)
            }
        }

        private func findOut(_ info: NATS.StreamInfo, _ trouble: Trouble) async {
            let isStanding = trouble.contains(.isStanding)
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
                    var open = before.intersection(state.open.keys).count { $0 > floor && $0 <= place }
                    // The server keeps these, too.
                    let delayed = now + max(state.ackWait, state.longestAckWait)
                    open += state.returned.count { $0.key > floor && $0.key <= place && $0.value > delayed }
                    return (state.ahead, own, open)
                }
                try await reportOwed(found, open)
                if place > info.lastSequence || known != nil {
                    // In a cluster, it may be the stream's leader that is behind, for a while. A loss was confirmed.
                    if info.isClustered, !trouble.contains(.isLost) { try await Task.sleep(for: .seconds(5)) }
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
                    let mayBeginAgain = session.mayBeginAgain
                    let former = state.access { state in
                        mayBeginAgain ? exchange(&state.unansweredWhenFull, for: full) : state.unansweredWhenFull
                    }
                    let hasBegunAgain = full != nil && former?.floor == full?.0
                    if hasBegunAgain, former?.last == full?.1 { return }
                    // The consumer may have delivered some that have not come here.
                    let highest = state.access { max($0.front, $0.highestGathered) }
                    // Without an answer: it may count some as delivered that have not come.
                    let floor = found.numAckPending > 0 ? found.ackFloor.streamSeq : place
                    let first = min(floor + 1, place + 1, highest + 1, info.lastSequence)
                    shared.report(subject, "messages do not come, for now", about: first...info.lastSequence)
                    if hasBegunAgain || !mayBeginAgain { return }
                    // Another server that has the consumer may have what this one lacks.
                    let _: Success? = try? await api.ask(
                        "CONSUMER.LEADER.STEPDOWN.\(stream.name).\(options.name)",
                        operation: subject
                    )
                    state.access { $0.waiting = nil }
                    session.begin(because: "it delivers nothing, although the stream has more")
                } else if isStanding, found.numAckPending == 0, found.config.deliversAll,
                    found.config.maxDeliver ?? 0 <= 0,
                    let passed = Passage(from: lastAnswered(found), to: found.delivered)?.passedOver(info)
                {
                    // It waits for no answer, and has none for what is behind.
                    let numbers = state.access { state -> ClosedRange<UInt64>? in
                        let before = max(state.front, state.highestGathered, state.passedOver)
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
                if trouble == .isOwed { return }
                shared.report(subject, "nothing comes, and why is not known: \(error)")
            }
        }
    }

    /// What a look has found wrong.
    private struct Trouble: OptionSet {
        let rawValue: Int

        /// Messages were delivered to a connection that was away, and have not come again.
        static let isOwed = Trouble(rawValue: 1)
        /// The consumer was at a place that the stream had not reached.
        static let isAhead = Trouble(rawValue: 2)
        /// The last message that has come is lost.
        static let isLost = Trouble(rawValue: 4)
        /// Nothing has come for a while.
        static let isStanding = Trouble(rawValue: 8)
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
