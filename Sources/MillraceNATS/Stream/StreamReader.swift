#if NATS
    import Millrace

    /// A message that a stream has sent.
    struct StreamMessage: Sendable {
        let message: NativeMessage
        let origin: StreamOrigin
    }

    /// A subscription to the messages of a stream.
    final class StreamReader: StreamAuditReader, @unchecked Sendable {
        private struct State {
            /// Where the replay begins.
            var start: NATS.Start
            /// The number at which `.new` and `.last` began, when the stream was first asked, and `.lastPerSubject` if there
            /// was nothing: what is stored from there on must come, even if the consumer is made again before the first
            /// message.
            var first: UInt64?
            /// With `.lastPerSubject`, until there is nothing more of the beginning: numbers are left out.
            var leavesOut = false
            /// The number of the last message that has come; 0 before the first.
            var last: UInt64 = 0
            /// When the server stored that message, in nanoseconds since 1970.
            var time: Int64 = 0
            /// The server has lost messages: what it has stored since `time` has numbers that may be `last` or less.
            var numbersComeAgain = false
            /// The number of the consumer's next delivery.
            var nextDelivery: UInt64 = 1
            /// The stream that `last` refers to.
            var created: String?
            var consumer: String?
            /// The latest attempt to make a consumer. What is left of an earlier one must change nothing.
            var attempt = 0
            var landmarks = Landmarks()
            /// What the server has said of the stream last.
            var info: NATS.StreamInfo?
            /// The numbers that the stream lacked when it was last asked.
            var missing: [ClosedRange<UInt64>]?
            /// The number of the last message, if a look has found, and confirmed, that it is lost.
            var lost: UInt64?
            /// The number behind which the consumer has left out others, and how often it has.
            var gap: (behind: UInt64, count: Int) = (0, 0)
            /// The number of the last message, and the stream's, at the last look, if some were to come.
            var waiting: Waiting?
            /// Up to here, what does not come was said.
            var said: UInt64 = 0
            /// A look after which nothing was to come, and how many looks more that is not asked again.
            var nothing: (waiting: Waiting, looks: Int)?
            /// What tells of looks.
            var watching: StreamWatch?
            var isOver = false

            init(_ start: NATS.Start) {
                self.start = start
            }

            /// Where the first consumer begins, or one that is made before the first message has come.
            mutating func place(_ info: NATS.StreamInfo) -> Place {
                leavesOut = false
                if let first { return .start(.sequence(min(first, info.lastSequence + 1))) }
                switch start {
                case .lastPerSubject: leavesOut = true
                case .new: first = info.lastSequence + 1
                case .last(let count): first = info.lastSequence - min(UInt64(count), info.lastSequence) + 1
                case .all, .sequence, .time: break
                }
                return .start(start)
            }

            mutating func beginAgain(at start: NATS.Start, _ info: NATS.StreamInfo) -> Place {
                (self.start, first, last, gap) = (start, nil, 0, (0, 0))
                return place(info)
            }

            /// The number behind which the first message is to be, in a stream that keeps all.
            func beginning(_ info: NATS.StreamInfo) -> UInt64? {
                if !info.settings.keepsAll { return nil }
                return switch start {
                case .all: 0
                case .sequence(let number): max(1, number) - 1
                case .new, .last, .lastPerSubject, .time: nil
                }
            }

            /// The number behind which all that the stream has is to come; `nil` if that is not known.
            var behind: UInt64? {
                if last > 0 { return last }
                if let first { return first - 1 }
                return switch start {
                case .all, .lastPerSubject: 0
                case .sequence(let number): max(1, number) - 1
                case .new, .last, .time: nil
                }
            }
        }

        private enum Verdict {
            case new, doubled
            /// Something on the way here was lost.
            case gap
            /// The consumer has left out these numbers, though the stream may have them.
            case skipped(ClosedRange<UInt64>)
            /// The same again: they do not come.
            case missing(ClosedRange<UInt64>)
        }

        private struct Report {
            let reason: String
            let numbers: ClosedRange<UInt64>?

            init(_ reason: String, _ numbers: ClosedRange<UInt64>?) {
                (self.reason, self.numbers) = (reason, numbers)
            }
        }

        /// What the stream had at a look, behind the last message that had come, or before the first one that is to come.
        private struct Waiting: Equatable {
            let last: UInt64
            let ofStream: UInt64
            /// How many numbers are missing in all of the stream.
            let missing: Int
            /// Whether more numbers follow than are missing in all of the stream.
            var isSure: Bool

            init(_ last: UInt64, _ info: NATS.StreamInfo) {
                (self.last, ofStream, missing) = (last, info.lastSequence, info.missing)
                let had = max(last, max(info.firstSequence, 1) - 1)
                isSure = info.lastSequence > had && Int(clamping: info.lastSequence - had) > missing
            }
        }

        /// Where a consumer begins.
        private enum Place {
            case start(NATS.Start)
            /// With what was stored after this nanosecond since 1970.
            case after(Int64)
        }

        private let stream: NATS.Stream
        private let start: NATS.Start
        private let subject: String?
        /// Whether it begins again at `start` when the server has lost messages, or another stream has the name.
        private let beginsAnew: Bool
        private let state: Locked<State>
        private(set) var session: PullSession!
        private var outlet: Outlet<StreamMessage>!

        init(
            _ stream: NATS.Stream,
            _ start: NATS.Start,
            _ subject: String?,
            _ limit: Int,
            _ times: PullTimes,
            _ beginsAnew: Bool,
            _ pressure: Pressure,
            emit: @escaping (StreamMessage) -> Void,
            end: @escaping (Outlet<StreamMessage>.End) -> Void
        ) {
            self.stream = stream
            self.start = start
            self.subject = subject
            self.beginsAnew = beginsAnew
            state = Locked(State(start))
            let session = PullSession(
                stream.nats,
                stream: stream.name,
                name: "for a replay",
                limit: limit,
                times: times,
                .init(
                    // The session releases these when it ends.
                    makeConsumer: { [self] in PullConsumer(name: try await makeConsumer($0)) },
                    receive: { [self] in receive($0, $1) },
                    finish: { [self] in outlet.finish($0) }
                )
            )
            self.session = session
            outlet = Outlet(
                pressure,
                emit: {
                    emit($0)
                    session.released()
                },
                end: end
            )
        }

        func begin() {
            let watching = StreamWatch(of: self, stream)
            let isOver = state.access { state in
                if !state.isOver { state.watching = watching }
                return state.isOver
            }
            if isOver { watching.end() }
            session.start()
        }

        func dispose() {
            outlet.stop()
            session.end()
            let (consumer, watching) = state.access { state in
                state.isOver = true
                return (exchange(&state.consumer, for: nil), exchange(&state.watching, for: nil))
            }
            watching?.end()
            if let consumer { delete(consumer) }
        }

        private func delete(_ consumer: String) {
            StreamAPI(nats: stream.nats).tell("CONSUMER.DELETE.\(stream.name).\(consumer)")
        }

        private func makeConsumer(_ attempt: PullAttempt) async throws -> String {
            let info = attempt.isFirst ? try await stream.prepare() : try await stream.info()
            let known = state.access { $0 }
            let api = StreamAPI(nats: stream.nats)
            // What has been left out may have been deleted since the last look.
            let hasLeftOut = known.gap.count > 0 && known.gap.behind == known.last
            let mustAsk = hasLeftOut && info.missing > 0 && info.settings.isGapless
            let isOther = known.created != nil && known.created != info.created
            let missing =
                known.missing == nil || isOther
                ? await known.watching?.begin(info, stream)
                : mustAsk ? try? await info.missingNumbers(in: stream.name, api) : nil
            let isLost: Bool? =
                if known.last == 0 || known.created != info.created {
                    false
                } else if known.lost == known.last {
                    try await api.hasLost(known.last, of: known.time, in: stream.name, info)
                } else {
                    try await api.hasSurelyLost(known.last, of: known.time, in: stream.name, info)
                }
            let hasLost = isLost == true
            let mark = StreamAudit.Mark(sequence: known.last, id: "", nanosecond: known.time)
            let notRead = hasLost ? try await known.landmarks.notRead(before: mark, in: stream.name, info, api) : nil
            // What comes again has got its numbers after the last message was stored.
            let firstLost =
                hasLost && info.settings.isGapless
                ? try await api.firstNumber(
                    after: known.time,
                    from: min(info.firstSequence, known.last),
                    to: known.last,
                    in: stream.name
                ) : min(info.lastSequence + 1, known.last)
            // With a name, the consumer can be deleted before the server has answered.
            let name = "replay-\(NativeConnection.newInbox().dropFirst("_INBOX.".count))"
            let plan = state.access { state -> (Place, Report?, String?)? in
                if attempt.number < state.attempt || state.isOver { return nil }
                state.attempt = attempt.number
                let former = exchange(&state.consumer, for: name)
                state.info = info
                if missing != nil || isOther { state.missing = missing }
                if let created = state.created, created != info.created {
                    let numbers = state.last > 0 ? 1...state.last : nil
                    state.created = info.created
                    state.waiting = nil
                    state.numbersComeAgain = false
                    state.landmarks = Landmarks()
                    let reason = "the stream was made again; its messages are emitted from the first"
                    return (state.beginAgain(at: beginsAnew ? start : .all, info), Report(reason, numbers), former)
                }
                state.created = info.created
                if state.last == 0 { return (state.place(info), nil, former) }
                if state.numbersComeAgain { return (.after(state.time), nil, former) }
                // A message may have come from an earlier consumer while the server was asked.
                if !hasLost || state.last != known.last {
                    state.leavesOut = false
                    if isLost == nil { state.landmarks.keep(mark) }
                    return (.start(.sequence(state.last + 1)), nil, former)
                }
                let numbers = notRead ?? firstLost...state.last
                state.said = numbers.upperBound
                state.landmarks.restart(after: numbers.upperBound)
                let reason =
                    notRead == nil
                    ? "the server has lost messages, up to number \(state.last)"
                    : "messages that were read stand behind others now, which may not have come"
                if beginsAnew { return (state.beginAgain(at: start, info), Report(reason, numbers), former) }
                (state.numbersComeAgain, state.lost, state.leavesOut, state.waiting) = (true, nil, false, nil)
                let time = NATS.text(ofNanosecond: state.time)
                let rest = "; the replay goes on with what was stored after \(time)"
                return (.after(state.time), Report(reason + rest, numbers), former)
            }
            guard let (place, report, former) = plan else { throw CancellationError() }
            if let report { stream.nats.shared.report("stream \(stream.name)", report.reason, about: report.numbers) }
            if let former { delete(former) }
            var configuration = ConsumerRequest.Configuration()
            configuration.name = name
            configuration.ackPolicy = "none"
            configuration.filterSubject = subject
            configuration.memStorage = true
            configuration.numReplicas = 1
            configuration.inactiveThreshold = Duration.seconds(60).nanoseconds
            switch place {
            case .start(let start): configuration.begin(at: start, info)
            case .after(let nanosecond): configuration.begin(atNanosecond: nanosecond + 1)
            }
            let answer: ConsumerAnswer = try await api.ask(
                "CONSUMER.CREATE.\(stream.name).\(name)",
                ConsumerRequest(streamName: stream.name, config: configuration),
                operation: "making a consumer of \(stream.name)"
            )
            // A server that is behind says so of what others have.
            var isEmpty = answer.numPending == 0 && info.messages == 0
            if case .start(.lastPerSubject) = place, answer.numPending == 0, let subject {
                do {
                    let found = try await api.firstMessage(of: subject, from: 1, in: stream.name)
                    isEmpty = found.map { $0.seq > info.lastSequence } ?? true
                } catch {
                    isEmpty = (error as? NATS.Failure)?.kind == .authorization
                }
            }
            let isCurrent = state.access { [isEmpty] state in
                if state.consumer != name { return false }
                state.nextDelivery = 1
                if case .start(.new) = place, state.last == 0, answer.delivered.isLikely {
                    // What was stored since the stream was asked comes before this consumer.
                    state.first = max(state.first ?? 0, answer.delivered.streamSeq + 1)
                }
                if state.leavesOut, answer.numPending == 0 {
                    state.leavesOut = false
                    if state.last == 0, isEmpty { state.first = info.lastSequence + 1 }
                }
                return true
            }
            if !isCurrent {
                delete(name)
                throw CancellationError()
            }
            return name
        }

        private func receive(_ message: NativeMessage, _ origin: StreamOrigin) -> Bool {
            let verdict = state.access { state -> Verdict in
                if origin.consumerSequence != state.nextDelivery { return .gap }
                state.nextDelivery += 1
                if origin.sequence <= state.last, !state.numbersComeAgain { return .doubled }
                let skipped = skipped(before: origin, &state)
                if case .skipped? = skipped { return skipped ?? .new }
                state.last = origin.sequence
                state.time = origin.time
                if origin.pending == 0 { state.leavesOut = false }
                state.numbersComeAgain = false
                state.landmarks.pass(origin)
                return skipped ?? .new
            }
            switch verdict {
            case .new: break
            case .missing(let numbers):
                stream.nats.shared.report(
                    "stream \(stream.name)",
                    "messages do not come: deleted, or lost",
                    about: numbers
                )
            case .doubled:
                stream.nats.shared.counts.access { $0.doubled += 1 }
                session.released()
                return true
            case .gap:
                session.released()
                return false
            case .skipped(let numbers):
                session.released()
                session.begin(because: "it left out \(numbers.lowerBound) to \(numbers.upperBound)")
                return true
            }
            outlet.add(StreamMessage(message: message, origin: origin))
            return true
        }

        /// Numbers that the consumer has left out, in a stream that removes nothing by itself: the server that has the
        /// consumer may lack messages that others have. Another consumer is asked for them, then another one; after that
        /// they count as missing.
        private func skipped(before origin: StreamOrigin, _ state: inout State) -> Verdict? {
            guard subject == nil, !state.leavesOut, !state.numbersComeAgain, let info = state.info,
                let last = state.last > 0 ? state.last : state.beginning(info),
                let numbers = info.leftOut(behind: last, before: origin.sequence, state.missing)
            else { return nil }
            if state.gap.behind != state.last { state.gap = (state.last, 0) }
            state.gap.count += 1
            return state.gap.count < 4 ? .skipped(numbers) : .missing(numbers)
        }

        // MARK: Looks at the stream

        func askForLandmarks() -> Landmarks { state.access { $0.landmarks.ask() } }

        func looked(_ info: NATS.StreamInfo, _ missing: [ClosedRange<UInt64>], _ losses: [ClosedRange<UInt64>]) -> Bool
        {
            let phase = session.phase
            let (isOther, standing) = state.access { state -> (Bool, (Waiting, since: ContinuousClock.Instant)?) in
                state.landmarks.looked(losses)
                if state.isOver || state.created == nil { return (false, nil) }
                (state.info, state.missing) = (info, missing)
                // The consumer is made with a look at the last message.
                let isLost = losses.contains { $0.contains(state.last) }
                if isLost { state.lost = state.last }
                if state.created != info.created || isLost, !state.numbersComeAgain { return (true, nil) }
                // A consumer that is alive and sends nothing, although there is something.
                let former = state.waiting
                var waiting: Waiting?
                if info.messages > 0, let behind = state.behind, info.lastSequence > behind || state.numbersComeAgain {
                    waiting = Waiting(behind, info)
                }
                if case .full = phase { waiting = nil }
                guard case .asking(let beginning) = phase, session.hasWaited(since: beginning) else {
                    // That the consumer is made again in between must not hide it.
                    if former == nil || former?.last != waiting?.last { state.waiting = waiting }
                    return (false, nil)
                }
                state.waiting = waiting
                guard let waiting, var former, former.last == waiting.last else { return (false, nil) }
                if let nothing = state.nothing, nothing.waiting == waiting, nothing.looks > 0 {
                    state.nothing = (waiting, nothing.looks - 1)
                    return (false, nil)
                }
                // Between the looks, some may have been removed.
                former.isSure = former.isSure && waiting.isSure && !state.numbersComeAgain
                return (false, (former, beginning))
            }
            if isOther { session.begin(because: "the stream is not as it was") }
            if let (waiting, beginning) = standing {
                Task { [self] in await lookForNext(waiting, since: beginning, info) }
            }
            return isOther || subject == nil && standing?.0.isSure == true
        }

        /// Nothing has come between two looks: if the stream had something for this reader at the first of them, says so,
        /// and begins again once the consumer has had time.
        private func lookForNext(
            _ waiting: Waiting,
            since beginning: ContinuousClock.Instant,
            _ info: NATS.StreamInfo
        ) async {
            guard let first = await nextNumber(waiting, info), first <= waiting.ofStream,
                case .asking(beginning) = session.phase
            else { return }
            let mayBeginAgain = session.mayBeginAgain
            let (isBehind, isSaid) = state.access { state in
                let isBehind = !state.isOver && state.behind == waiting.last && state.waiting?.last == waiting.last
                let isSaid = state.numbersComeAgain && waiting.ofStream <= state.said
                if isBehind { state.said = max(state.said, waiting.ofStream) }
                if isBehind, mayBeginAgain { state.waiting = nil }
                return (isBehind, isSaid)
            }
            if !isBehind { return }
            if !isSaid {
                let numbers = first...waiting.ofStream
                stream.nats.shared.report("stream \(stream.name)", "messages do not come, for now", about: numbers)
            }
            if mayBeginAgain { session.begin(because: "it sends nothing, although the stream has more") }
        }

        /// The first number that is to come; `nil`, or one behind those of the look, if none was to come then: what is at
        /// the stream's end may have been removed, or have another subject.
        private func nextNumber(_ waiting: Waiting, _ info: NATS.StreamInfo) async -> UInt64? {
            let next = waiting.last + 1
            // With a subject, the numbers may be those of others.
            if subject == nil, waiting.isSure { return next }
            let api = StreamAPI(nats: stream.nats)
            let (numbersComeAgain, time) = state.access { ($0.numbersComeAgain, $0.time) }
            do {
                if let subject {
                    let found = try await api.firstMessage(of: subject, from: next, in: stream.name)
                    return found?.seq
                }
                if numbersComeAgain {
                    // What was stored after the last one that has come, whatever its number.
                    let newest = try await api.messageIfThere(info.lastSequence, in: stream.name)
                    if let newest, newest.nanosecond <= time { return nil }
                    let (low, high) = (info.firstSequence, info.lastSequence)
                    let first = try await api.firstNumber(after: time, from: low, to: high, in: stream.name)
                    // What the stream does not have counts as stored after the last one.
                    let isThere = try await api.messageIfThere(first, in: stream.name).map { $0.nanosecond > time }
                    return newest != nil || isThere == true ? first : next
                }
                // A damaged server finds no message where others have some. So this asks which numbers the stream lacks,
                // unless they are many.
                var first = max(next, info.firstSequence)
                var isWhole = true
                if info.missing > 10_000 {
                    first = try await api.firstMessage(of: ">", from: first, in: stream.name)?.seq ?? .max
                } else {
                    let missing = try await info.missingNumbers(in: stream.name, api)
                    for range in missing where range.contains(first) { first = range.upperBound + 1 }
                    isWhole = missing.reduce(0) { $0 + $1.count } == info.missing
                }
                if first > info.lastSequence, isWhole {
                    state.access { $0.nothing = (Waiting(waiting.last, info), 9) }
                }
                return first
            } catch {
                // The account may not ask for messages.
                return subject == nil ? next : nil
            }
        }
    }
#endif
