#if NATS
    import Millrace

    /// The parameters of a durable consumer.
    struct DurableOptions: Sendable {
        var name: String
        var subject: String?
        var maxInFlight = 256
        var order = NATS.Order.none
        var ackWait: Duration = .seconds(30)
        var window = 65_536
        var times = PullTimes()

        /// What a dump shows for a consumer of the stream.
        func label(_ stream: String) -> String {
            let filter = subject.map { ", subject: \"\($0)\"" } ?? ""
            return "consume(durable: \"\(name)\"\(filter), maxInFlight: \(maxInFlight)) of stream \(stream)"
        }
    }

    /// A subscription to the messages of a durable consumer.
    final class DurableConsumer: DeliveryDesk, StreamAuditReader, @unchecked Sendable {
        /// The server delivers messages again, in any order. Until they have come, all messages are gathered.
        struct Gathering {
            /// The server has delivered the messages up to this number before.
            let last: UInt64
            /// How many of them are to come.
            var missing: Int
        }

        struct State {
            /// The messages without a final answer, by their numbers.
            var open: [UInt64: DeliveryEntry] = [:]
            /// Messages that wait for one of the same subject; the subjects of which one is on its way.
            var busy: [String: Fifo<DeliveryEntry>] = [:]
            /// With an order of each subject, after the consumer was found.
            var gathering: Gathering?
            /// Messages that wait until gathering has ended and a thread has put them into order.
            var gathered: [DeliveryEntry] = []
            /// The highest of their numbers.
            var highestGathered: UInt64 = 0
            /// Whether a thread puts messages into order. It does so without the lock; what comes meanwhile is gathered,
            /// so that it does not overtake them.
            var isOrdering = false
            var answered: AnsweredWindow
            /// The highest number that has come. `front`: the same, without what the stream has lost.
            var highest: UInt64 = 0
            var front: UInt64 = 0
            /// With an order of each subject: up to here, what has not been gathered comes late.
            var gatheredUpTo: UInt64 = 0
            /// How many messages have come.
            var received = 0
            /// The messages that have gone back to the server, at most as many as the window, with the time until which the
            /// server may keep them: if the consumer is made again, only their numbers tell that they are to come.
            /// `forgotten`: the highest of more; 0 if there were none.
            var returned: [UInt64: ContinuousClock.Instant] = [:]
            var forgotten: UInt64 = 0
            /// The message of the highest number that has come, unless its loss has been reported.
            var newest: StreamOrigin?
            var created: String?
            /// The latest attempt to make the consumer. What is left of an earlier one must change nothing.
            var attempt = 0
            var keepAlive: Deadline?
            /// The time that `keepAlive` counts with, and the longest for which the server keeps what has no answer.
            var ackWait = Duration.zero
            var longestAckWait = Duration.zero
            var landmarks = Landmarks()
            /// What the server has said of the stream last.
            var info: NATS.StreamInfo?
            /// The numbers that the stream lacked at the last look.
            var missing: [ClosedRange<UInt64>]?
            /// The number of the consumer's last delivery, if it is known. Whether that is one from before it was found.
            var lastDelivery: UInt64?
            var isFound = false
            /// Whether the consumer delivers messages of all subjects.
            var deliversAll = false
            /// The last delivery of a message that had not been delivered before, or where the consumer was found: it was
            /// at these numbers. Whether all its deliveries since have come here.
            var place = ConsumerAnswer.Position(consumerSeq: 0, streamSeq: 0)
            var isUnbroken = false
            /// Whether deliveries went elsewhere since the consumer was made or found: another process consumes, too.
            var isShared = false
            /// When the consumer was made.
            var madeAt: String?
            /// What the consumer had delivered when it was found again, and had not come here: few, since no more were asked
            /// for.
            var owed: Set<UInt64> = []
            /// The highest number that was last reported as passed over.
            var passedOver: UInt64 = 0
            /// How many messages had come at the last look, if more were to come.
            var waiting: Int?
            /// Whether it is being asked why messages do not come, and whether it must be asked again then.
            var isLooking = false
            var mustLook = false
            /// The numbers that the stream had not reached when the consumer was behind them: messages that get them are
            /// not delivered. With the stream's last number when that was reported.
            var ahead: (numbers: ClosedRange<UInt64>, last: UInt64)?
            /// Where the consumer waited for answers when that was last reported; the same of a full one, with the stream's
            /// last number.
            var unanswered: UInt64?
            var unansweredWhenFull: (floor: UInt64, last: UInt64)?
            /// What tells of looks.
            var watching: StreamWatch?
            var isOver = false

            mutating func raiseHighest(to number: UInt64) {
                (highest, front) = (max(highest, number), max(front, number))
            }
        }

        private enum Verdict { case new, gathered, answered, open, late }

        let stream: NATS.Stream
        let options: DurableOptions
        let state: Locked<State>
        private(set) var session: PullSession!
        private var outlet: Outlet<DeliveryEntry>!

        var shared: NATS.Shared { stream.nats.shared }

        init(
            _ stream: NATS.Stream,
            _ options: DurableOptions,
            _ pressure: Pressure,
            emit: @escaping (DeliveryTicket) -> Void,
            end: @escaping (Outlet<DeliveryEntry>.End) -> Void
        ) {
            self.stream = stream
            self.options = options
            state = Locked(State(answered: AnsweredWindow(size: options.window)))
            session = PullSession(
                stream.nats,
                stream: stream.name,
                name: options.name,
                limit: options.maxInFlight,
                times: options.times,
                .init(
                    // The session releases these when it ends.
                    makeConsumer: { [self] in try await makeConsumer($0) },
                    receive: { [self] in receive($0, $1) },
                    idle: { [self] in idle() },
                    finish: { [self] in outlet.finish($0) }
                )
            )
            outlet = Outlet(pressure, emit: { emit($0.desk.hand($0)) }, end: end)
        }

        // Closures hold this object strongly until `dispose()`: with weak references to it, each strong one costs more.

        func start() {
            let watching = StreamWatch(of: self, stream)
            let isOver = state.access { state in
                if !state.isOver { state.watching = watching }
                return state.isOver
            }
            if isOver { watching.end() }
            keepAlive(within: options.ackWait)
            session.start()
        }

        /// Tells the server, three times within the time after which it delivers a message again, of the messages that
        /// wait here. A consumer that exists may have a time of its own.
        func keepAlive(within ackWait: Duration) {
            let third = ackWait / 3
            let timer = Deadline(after: third, every: third) { [self] in keepAlive() }
            let (isOver, former) = state.access { state -> (Bool, Deadline?) in
                if state.isOver { return (true, nil) }
                state.ackWait = ackWait
                return (false, exchange(&state.keepAlive, for: timer))
            }
            former?.cancel()
            if isOver { timer.cancel() }
        }

        func dispose() {
            // Frees no message under the lock: libnats may be called for that.
            let (timer, watching, open, waiting, delays, kept) = state.access { state in
                state.isOver = true
                let open = exchange(&state.open, for: [:])
                let waiting = open.values.filter { $0.waits }
                let delays = waiting.compactMap { exchange(&$0.delay, for: nil) }
                state.gathering = nil
                let kept = (exchange(&state.busy, for: [:]), exchange(&state.gathered, for: []))
                let watching = exchange(&state.watching, for: nil)
                return (exchange(&state.keepAlive, for: nil), watching, open, waiting, delays, kept)
            }
            timer?.cancel()
            watching?.end()
            for delay in delays { delay.cancel() }
            outlet.stop()
            session.end()
            // What has not been handed to anybody may go to somebody else at once.
            let native = stream.nats.native
            if !waiting.isEmpty {
                native.whenFree { for entry in waiting { _ = native.answer(entry.message, "-NAK") } }
            }
            releaseValue(open)
            releaseValue(kept)
        }

        func hand(_ entry: DeliveryEntry) -> DeliveryTicket {
            let repeats = state.access { _ in
                entry.waits = false
                return entry.repeats
            }
            return DeliveryTicket(entry, deliveries: entry.origin.deliveries + repeats)
        }

        private func receive(_ message: NativeMessage, _ origin: StreamOrigin) -> Bool {
            let key = options.order == .perSubject ? message.subject : nil
            let entry = DeliveryEntry(message, origin, key: key, self)
            var skipped: ClosedRange<UInt64>?
            var isLate = false
            let (verdict, mustOrder) = state.access { state -> (Verdict, Bool) in
                if state.isOver { return (.late, false) }
                // What comes again, and was sent back, does not show that others come.
                let isNews = origin.deliveries == 1 || state.gathering != nil
                if isNews { state.received += 1 }
                skipped = self.skipped(before: origin, &state)
                state.landmarks.pass(origin)
                if origin.sequence >= state.newest?.sequence ?? 0 { state.newest = origin }
                let comesAgain = state.returned.removeValue(forKey: origin.sequence) != nil
                if !state.owed.isEmpty { state.owed.remove(origin.sequence) }
                // What was answered has come before: a mark of 31 bits alone would now and then take a new message for it.
                if origin.sequence <= state.highest, state.answered.contains(origin) {
                    return (.answered, count(origin, &state))
                }
                // One of another time is another message: the server has lost it, and has given its number again.
                if let former = state.open.updateValue(entry, forKey: origin.sequence),
                    former.origin.time == origin.time
                {
                    state.open[origin.sequence] = former
                    return (.open, false)
                }
                if !isNews, !comesAgain { state.received += 1 }
                isLate = options.order == .perSubject && origin.sequence < max(state.front, state.gatheredUpTo)
                if state.gathering != nil || state.isOrdering || !state.gathered.isEmpty {
                    state.gathered.append(entry)
                    state.highestGathered = max(state.highestGathered, origin.sequence)
                    return (.gathered, count(origin, &state))
                }
                state.raiseHighest(to: origin.sequence)
                return (takeTurn(entry, &state) ? .new : .gathered, false)
            }
            switch verdict {
            case .new: outlet.add(entry)
            case .gathered: break
            case .late: _ = stream.nats.native.answer(message, "-NAK")
            case .answered:
                _ = stream.nats.native.answer(message, "+ACK")
                doubled()
            case .open:
                // Its answer comes, and counts for this delivery, too.
                _ = stream.nats.native.answer(message, "+WPI")
                doubled()
            }
            if mustOrder { order() }
            if let skipped { reportSkipped(skipped) }
            if isLate { reportLate(origin.sequence) }
            return true
        }

        /// Whether the message can be emitted; otherwise it waits behind one of the same subject.
        private func takeTurn(_ entry: DeliveryEntry, _ state: inout State) -> Bool {
            // After the end, it has gone back to the server.
            if state.isOver { return false }
            guard let key = entry.key else { return true }
            if state.busy[key] != nil {
                state.busy[key]?.append(entry)
                return false
            }
            state.busy[key] = Fifo()
            return true
        }

        /// Counts a message that has come while messages are gathered. Returns whether gathering has ended.
        private func count(_ origin: StreamOrigin, _ state: inout State) -> Bool {
            guard let last = state.gathering?.last else { return false }
            if origin.sequence <= last { state.gathering?.missing -= 1 }
            let isDone = (state.gathering?.missing ?? 0) <= 0 || state.open.count >= options.maxInFlight
            return isDone && endGathering(&state)
        }

        private func endGathering(_ state: inout State) -> Bool {
            guard let gathering = exchange(&state.gathering, for: nil) else { return false }
            (state.highest, state.gatheredUpTo) = (max(state.highest, gathering.last), gathering.last)
            return true
        }

        /// The server has nothing more to deliver again.
        private func idle() {
            if state.access({ endGathering(&$0) }) { order() }
        }

        /// Puts what was gathered into order, and emits it. One thread at a time does so, until nothing more has come or
        /// gathering has begun again. All messages get their turns before one is emitted, since that may take long.
        private func order() {
            var ready: [DeliveryEntry] = []
            var isFirst = true
            while true {
                let entries = state.access { state -> [DeliveryEntry] in
                    // Another thread finds what has come.
                    if isFirst, state.isOrdering { return [] }
                    let isOver = state.gathering != nil || state.gathered.isEmpty
                    state.isOrdering = !isOver
                    if isOver { return [] }
                    state.raiseHighest(to: state.highestGathered)
                    return exchange(&state.gathered, for: [])
                }
                if entries.isEmpty { break }
                isFirst = false
                for entry in entries.sorted(by: { $0.origin.sequence < $1.origin.sequence })
                where state.access({ takeTurn(entry, &$0) }) {
                    ready.append(entry)
                }
            }
            for entry in ready { outlet.add(entry) }
        }

        private func doubled() {
            shared.counts.access { $0.doubled += 1 }
            session.released()
        }

        // MARK: Answers

        func answer(_ entry: DeliveryEntry, _ deliveries: Int, _ answer: DeliveryAnswer) {
            let isDone =
                switch answer {
                case .ack: finish(entry, deliveries, "+ACK", isFinal: true)
                case .reject: finish(entry, deliveries, "+TERM", isFinal: true)
                case .nack(let delay):
                    entry.key != nil
                        ? deliverAgain(entry, deliveries, after: delay)
                        : finish(
                            entry,
                            deliveries,
                            delay > .zero ? "-NAK {\"delay\":\(delay.nanoseconds)}" : "-NAK",
                            isFinal: false,
                            after: delay
                        )
                }
            if !isDone { shared.counts.access { $0.answeredTwice += 1 } }
        }

        /// Answers the message, unless this delivery of it has been answered: false then.
        private func finish(
            _ entry: DeliveryEntry,
            _ deliveries: Int,
            _ text: String?,
            isFinal: Bool,
            after delay: Duration = .zero
        ) -> Bool {
            enum Step { case none, done, next(DeliveryEntry) }
            let (step, wasOpen, isLost) = state.access { state -> (Step, Bool, Bool) in
                if entry.answered >= deliveries { return (.none, false, false) }
                entry.answered = deliveries
                if isFinal {
                    state.answered.insert(entry.origin)
                } else {
                    returns(entry.origin.sequence, within: delay + max(state.ackWait, state.longestAckWait), &state)
                }
                let wasOpen = exchange(&entry.isOpen, for: false)
                let found = state.open.removeValue(forKey: entry.origin.sequence)
                // An answer would be one to the message that has the number now.
                let isLost = found != nil && found !== entry
                if isLost { state.open[entry.origin.sequence] = found }
                guard let key = entry.key, !state.isOver, state.busy[key] != nil else {
                    return (.done, wasOpen, isLost)
                }
                if let next = state.busy[key]?.popFirst() { return (.next(next), wasOpen, isLost) }
                state.busy[key] = nil
                return (.done, wasOpen, isLost)
            }
            if case .none = step { return false }
            if let text, !isLost { _ = stream.nats.native.answer(entry.message, text) }
            if case .next(let next) = step { outlet.add(next) }
            if wasOpen { session.released() }
            return true
        }

        /// Notes that the message comes once more.
        ///
        /// - Parameter time: how long the server may keep it.
        func returns(_ sequence: UInt64, within time: Duration, _ state: inout State) {
            if state.returned.count < options.window {
                state.returned[sequence] = .now + time
            } else {
                state.forgotten = max(state.forgotten, sequence)
            }
        }

        /// Delivers the message once more from here, so that no other of its subject comes before it. False if this
        /// delivery of it has been answered.
        private func deliverAgain(_ entry: DeliveryEntry, _ deliveries: Int, after delay: Duration) -> Bool {
            let (isOver, repeats) = state.access { state -> (Bool?, Int) in
                if entry.answered >= deliveries { return (nil, 0) }
                entry.answered = deliveries
                entry.waits = true
                entry.repeats += 1
                return (state.isOver, entry.repeats)
            }
            guard let isOver else { return false }
            if isOver {
                _ = stream.nats.native.answer(entry.message, "-NAK")
                return true
            }
            if delay <= .zero {
                outlet.add(entry)
                return true
            }
            let deadline = Deadline(after: delay) { [self] in
                let former = state.access { _ in exchange(&entry.delay, for: nil) }
                releaseValue(former)
                outlet.add(entry)
            }
            let isLate = state.access { state in
                // It may be over already, and another one may have begun.
                if !state.isOver, entry.repeats == repeats { entry.delay = deadline }
                return state.isOver
            }
            if isLate { deadline.cancel() }
            return true
        }

        func released(_ entry: DeliveryEntry, _ deliveries: Int) {
            let (isAnswered, isOver) = state.access { (entry.answered >= deliveries, $0.isOver) }
            if isAnswered { return }
            shared.counts.access { $0.abandoned += 1 }
            if entry.key != nil, !isOver {
                _ = deliverAgain(entry, deliveries, after: options.ackWait)
            } else {
                _ = finish(entry, deliveries, nil, isFinal: false)
            }
        }

        func inProgress(_ entry: DeliveryEntry, _ deliveries: Int) {
            if state.access({ _ in entry.answered < deliveries }) { sendInProgress(entry) }
        }

        private func sendInProgress(_ entry: DeliveryEntry) {
            _ = stream.nats.native.answer(entry.message, "+WPI")
        }

        func keepAlive(_ entry: DeliveryEntry, _ isHandled: Bool) {
            state.access { _ in entry.isHandled = isHandled }
        }

        func report(_ subject: String, _ reason: String) {
            shared.report(subject, reason)
        }

        func store(_ payload: [UInt8], at subject: String, _ headers: NATS.Headers) async throws {
            try await StreamAPI(nats: stream.nats).store(payload, at: subject, headers)
        }

        /// Tells the server of the messages that wait here or are being handled.
        private func keepAlive() {
            let waiting = state.access { state in state.open.values.filter { $0.waits || $0.isHandled } }
            for entry in waiting { sendInProgress(entry) }
        }
    }
#endif
