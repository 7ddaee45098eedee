#if NATS
    import Millrace

    /// Looks again and again whether a stream still has what it has acknowledged to this connection, and says what it
    /// has lost. A server loses messages without a word: it was given an older copy of its files, a file was damaged, or
    /// the other servers of a cluster have forgotten what one of them has acknowledged.
    ///
    /// For each look, it asks what the stream has, for one or two messages of each reader, or up to nine after looks that
    /// failed, for the next message of each reader that gets nothing, and for up to three that were acknowledged; after
    /// messages were stored out of order, for up to 16 more. There is one of these for each stream that a connection uses,
    /// as long as something reads or publishes, and, after an acknowledgement, for three minutes more: a server syncs its
    /// files every two minutes.
    final class StreamAudit: @unchecked Sendable {
        /// A message that the stream has acknowledged.
        struct Mark: Sendable {
            let sequence: UInt64
            let id: String
            /// When the server stored it, if that is known: an id is looked at otherwise.
            var nanosecond: Int64?

            func isSame(as other: Mark?) -> Bool { sequence == other?.sequence && id == other?.id }
        }

        /// What one look has found.
        private struct Look: Sendable {
            let info: NATS.StreamInfo
            var losses: [Loss] = []
            /// The numbers that are missing between others, if they were asked for.
            var missing: [ClosedRange<UInt64>]?
            /// The newest of the acknowledged messages that is there.
            var found: Mark?
            /// The acknowledged messages that were looked for.
            let marks: [Mark]

            /// Two messages may tell of the same loss.
            mutating func add(_ reason: String, _ numbers: ClosedRange<UInt64>, isSure: Bool = true) {
                let same = losses.lastIndex { $0.reason == reason && $0.numbers.overlaps(numbers) }
                guard let same else { return losses.append(Loss(reason: reason, numbers: numbers, isSure: isSure)) }
                let (low, high) = (losses[same].numbers.lowerBound, losses[same].numbers.upperBound)
                losses[same].numbers = min(low, numbers.lowerBound)...max(high, numbers.upperBound)
            }

            /// A reader has had what was at these numbers, and perhaps not what is there.
            mutating func doubt(_ before: UInt64, _ end: UInt64) {
                if before + 1 < end {
                    add("messages behind those may not have come", (before + 1)...(end - 1), isSure: false)
                }
            }

            /// The numbers that are certainly lost.
            var lost: [ClosedRange<UInt64>] { losses.filter(\.isSure).map(\.numbers) }
        }

        private struct Loss: Sendable {
            let reason: String
            var numbers: ClosedRange<UInt64>
            let isSure: Bool
        }

        private struct State {
            var users = 0
            var readers: [Int: any StreamAuditReader] = [:]
            var lastReader = 0
            /// The newest message that was acknowledged; one that a look has found; those whose numbers the stream has
            /// passed on its way back, at most sixteen.
            var newest: Mark?
            var found: Mark?
            var passed: [Mark] = []
            /// The lowest number that was acknowledged: what is missing behind it is news to the first look.
            var lowest: UInt64?
            /// The newest message before the longest pause between acknowledgements since the last look: while a stream
            /// loses messages, it acknowledges none.
            var beforePause: Mark?
            var longestPause = Duration.zero
            var lastAcknowledgement = ContinuousClock.now
            /// How many looks in a row have found no stream.
            var absences = 0
            /// What the last look has found.
            var former: NATS.StreamInfo?
            /// Numbers that are missing between the others, and have been reported or were missing from the beginning.
            var missing: [ClosedRange<UInt64>] = []
            var failures = 0
            var timer: Deadline?
            /// The look that is under way.
            var task: Task<Void, Never>?
            var lastUse = ContinuousClock.now
            var isOver = false

            /// The acknowledged messages that a look looks for. The newest one may be the one that was found, whose time is
            /// known: then that tells where a loss begins.
            var marks: [Mark] {
                let others = [beforePause, newest].compactMap { $0 }.filter { !$0.isSame(as: found) }
                return passed + others + (found.map { [$0] } ?? [])
            }
        }

        private let name: String
        private weak var nats: NATS?
        private let state = Locked(State())

        private static let remembered: Duration = .seconds(180)
        /// How often, and for how long, what looks like a loss is looked at again: a server that was cut off from the
        /// others goes on for about ten seconds, and gives old answers.
        private static let (confirmations, pause) = (4, Duration.seconds(3))
        /// How many looks may follow each other without waiting for the period.
        private static let mostInARow = 8

        init(_ name: String, _ nats: NATS) {
            (self.name, self.nats) = (name, nats)
        }

        private var subject: String { "stream \(name)" }

        /// Whether it looks no more, as after the server has not permitted it.
        fileprivate var isOver: Bool { state.access { $0.isOver } }

        // MARK: From outside

        /// One user more. Under the lock of the connection's audits, so that an audit with users is never forgotten.
        fileprivate func begin() {
            state.access { $0.users += 1 }
        }

        /// Looks from now on, if it does not yet.
        fileprivate func keepLooking(every period: Duration) {
            let timer = Deadline(after: period, every: period) { [weak self] in self?.look() }
            let isSurplus = state.access { state in
                if state.timer != nil || state.isOver { return true }
                state.timer = timer
                return false
            }
            if isSurplus { timer.cancel() }
        }

        fileprivate func add(_ reader: any StreamAuditReader) -> Int {
            state.access { state in
                state.lastReader += 1
                state.readers[state.lastReader] = reader
                return state.lastReader
            }
        }

        /// A user has ended.
        func end() {
            state.access { state in
                state.users -= 1
                state.lastUse = .now
            }
        }

        fileprivate func remove(_ reader: Int) {
            releaseValue(state.access { $0.readers.removeValue(forKey: reader) })
            end()
        }

        /// The stream has acknowledged messages, of which this is the last, and `lowest` the lowest number. One with a lower
        /// number than one before shows that the stream has gone back, or that messages have overtaken others.
        func acknowledged(_ sequence: UInt64, _ id: String, lowest: UInt64) {
            state.access { state in
                if let newest = state.newest, newest.sequence > sequence {
                    // Of more than sixteen, the last one gives way to one that is further on.
                    if state.passed.count < 16 {
                        state.passed.append(newest)
                    } else if let last = state.passed.last, last.sequence < newest.sequence {
                        state.passed[state.passed.count - 1] = newest
                    }
                }
                let now = ContinuousClock.now
                let pause = now - exchange(&state.lastAcknowledgement, for: now)
                if let newest = state.newest, !newest.isSame(as: state.found), pause > state.longestPause {
                    (state.beforePause, state.longestPause) = (newest, pause)
                }
                state.newest = Mark(sequence: sequence, id: id)
                state.lowest = min(state.lowest ?? lowest, lowest)
            }
        }

        /// The connection has been closed.
        func stop() {
            let former = state.access { Self.stop(&$0) }
            former.0?.cancel()
            former.1?.cancel()
        }

        private static func stop(_ state: inout State) -> (Deadline?, Task<Void, Never>?) {
            state.isOver = true
            return (exchange(&state.timer, for: nil), exchange(&state.task, for: nil))
        }

        /// The numbers that are known to be missing; `nil` before the first look.
        func missing(in info: NATS.StreamInfo) -> [ClosedRange<UInt64>]? {
            state.access { $0.former?.created == info.created ? $0.missing : nil }
        }

        /// Looks now, if it has not yet: what is missing at the first look may have been missing before.
        func lookFirst() {
            if state.access({ $0.timer != nil && $0.former == nil && $0.failures == 0 }) { look() }
        }

        /// Looks now, unless it is looking.
        func look() {
            if isForgotten() { return }
            state.access { state in
                if state.isOver || state.task != nil { return }
                // Under the lock, so that it is stored before it ends.
                state.task = Task { [weak self] in
                    await self?.lookWhileInTrouble()
                    releaseValue(self?.state.access { exchange(&$0.task, for: nil) })
                }
            }
        }

        /// Whether nobody has used it for long; then nobody finds it any more, and it has ended. In one step: somebody may
        /// be about to begin.
        private func isForgotten() -> Bool {
            guard let nats else { return true }
            let former = nats.shared.audits.access { audits in
                state.access { state -> (StreamAudit?, (Deadline?, Task<Void, Never>?))? in
                    if state.users > 0 { return nil }
                    if state.newest != nil, .now - state.lastUse <= StreamAudit.remembered { return nil }
                    // A later one may have the name already.
                    let former = audits[name] === self ? audits.removeValue(forKey: name) : nil
                    return (former, Self.stop(&state))
                }
            }
            guard let former else { return false }
            former.1.0?.cancel()
            former.1.1?.cancel()
            return true
        }

        // MARK: A look

        /// After a loss, or a look that failed, the next two looks follow soon: losses of one cause show one after
        /// another, as servers come to lead that lack something else, and the readers begin again.
        private func lookWhileInTrouble() async {
            guard let period = nats?.options.auditInterval else { return }
            var rest = 0
            for _ in 0..<StreamAudit.mostInARow {
                rest = await isInTrouble() ? 2 : rest - 1
                if rest <= 0 { return }
                do { try await Task.sleep(for: min(period, StreamAudit.pause)) } catch { return }
            }
        }

        /// Looks, and returns whether something was wrong.
        private func isInTrouble() async -> Bool {
            guard let nats, nats.native.isConnected else { return false }
            do {
                // In this order: what is acknowledged while the server answers need not be in the answer.
                let known = state.access { $0 }
                let readers = Array(known.readers.values)
                let read = readers.map { $0.askForLandmarks() }
                var look = try await compare(nats, known, read)
                var rest = look.info.isClustered ? StreamAudit.confirmations : 0
                while !look.losses.isEmpty, rest > 0 {
                    rest -= 1
                    try await Task.sleep(for: StreamAudit.pause)
                    look = try await compare(nats, known, read)
                }
                try Task.checkCancellation()
                remember(look)
                for loss in look.losses { nats.shared.report(subject, loss.reason, about: loss.numbers) }
                let losses = look.lost
                let missing = state.access { $0.missing }
                let haveBegun = readers.filter { $0.looked(look.info, missing, losses) }
                return !losses.isEmpty || !haveBegun.isEmpty
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                // In a cluster, a server that was cut off from the others may not know a stream.
                let mustConfirm = state.access { state in
                    state.absences += 1
                    let isClustered = state.former?.isClustered ?? (state.newest != nil)
                    return isClustered && state.absences <= StreamAudit.confirmations
                }
                if mustConfirm { return true }
                let last = state.access { state in
                    let numbers = [state.newest?.sequence, state.found?.sequence, state.former?.lastSequence]
                    (state.newest, state.found, state.passed, state.former) = (nil, nil, [], nil)
                    (state.missing, state.lowest, state.beforePause, state.longestPause) = ([], nil, nil, .zero)
                    return numbers.compactMap { $0 }.max()
                }
                if let last, last > 0 {
                    nats.shared.report(subject, "it was deleted, with what it had acknowledged", about: 1...last)
                }
                return false
            } catch let failure as NATS.Failure where failure.kind == .authorization {
                nats.shared.report(subject, "whether it loses messages is not known: \(failure)")
                stop()
                return false
            } catch is CancellationError {
                return false
            } catch {
                let failures = state.access { state in
                    (state.failures, state.absences) = (state.failures + 1, 0)
                    return state.failures
                }
                // Now and then is enough for a reader; the first time may be a change of its leader.
                if failures % 2 == 0 {
                    nats.shared.report(subject, "whether it has lost messages is not known: \(error)")
                }
                return true
            }
        }

        private func remember(_ look: Look) {
            state.access { state in
                if let former = state.former, former.created != look.info.created { state.lowest = nil }
                (state.failures, state.absences, state.former) = (0, 0, look.info)
                // Others may have been passed meanwhile, and a longer pause may have come.
                let isLookedFor = { (mark: Mark) in look.marks.contains { $0.isSame(as: mark) } }
                state.passed.removeAll(where: isLookedFor)
                if let missing = look.missing { state.missing = missing }
                if let found = look.found { state.found = found }
                // What comes behind a loss is found at the next look.
                let isGone = { (mark: Mark) in look.lost.contains { $0.contains(mark.sequence) } }
                if let newest = state.newest, isGone(newest) { state.newest = nil }
                if let found = state.found, isGone(found) { state.found = nil }
                if let mark = state.beforePause, isLookedFor(mark) || isGone(mark) {
                    (state.beforePause, state.longestPause) = (nil, .zero)
                }
            }
        }

        /// What the stream had and has no more.
        private func compare(_ nats: NATS, _ known: State, _ read: [Landmarks]) async throws -> Look {
            let api = StreamAPI(nats: nats)
            let info = try await nats.stream(name).info()
            let own = known.marks
            var look = Look(info: info, marks: own)
            if let former = known.former, former.created != info.created {
                let last = max(former.lastSequence, (own + read.flatMap(\.all)).map(\.sequence).max() ?? 0)
                let reason = "it was made again, without what it had acknowledged"
                if last > 0 { look.add(reason, 1...last) }
                look.missing =
                    info.settings.isGapless && info.missing > 0 ? try await info.missingNumbers(in: name, api) : []
                return look
            }
            look.found = try await find(own, "acknowledged messages", nil, &look, api)
            for landmarks in read {
                _ = try await find(landmarks.all, "messages that were read", landmarks, &look, api)
            }
            try await findGaps(&look, known, api)
            return look
        }

        /// Looks for these messages. Returns the newest one of those that are there.
        private func find(
            _ marks: [Mark],
            _ what: String,
            _ landmarks: Landmarks?,
            _ look: inout Look,
            _ api: StreamAPI
        ) async throws -> Mark? {
            let info = look.info
            var found: Mark?
            // The number of a message that was read, and that another one has: the server that was read had another stream,
            // nobody knows up to where.
            var replaced: UInt64?
            // Where the loss of the one before it begins.
            var beginning: UInt64?
            for mark in marks.sorted(by: { $0.sequence < $1.sequence }) where mark.sequence >= info.firstSequence {
                if mark.sequence > info.lastSequence {
                    let reason = "\(what) are gone: the last message has the number \(info.lastSequence)"
                    look.add(reason, (info.lastSequence + 1)...mark.sequence)
                    if let number = exchange(&replaced, for: nil) { look.doubt(number, info.lastSequence + 1) }
                    continue
                }
                guard let message = try await api.messageIfThere(mark.sequence, in: name) else { continue }
                let isSame =
                    mark.nanosecond.map { $0 == message.nanosecond }
                    ?? (message.headers[StoredMessage.idHeader] == mark.id)
                if isSame {
                    found = Mark(sequence: mark.sequence, id: mark.id, nanosecond: message.nanosecond)
                    if let number = exchange(&replaced, for: nil) { look.doubt(number, mark.sequence) }
                } else if let numbers = try await landmarks?.notRead(before: mark, in: name, info, api) {
                    look.add("\(what) stand behind others now, which may not have come", numbers)
                } else {
                    let first = min(
                        try await firstNumber(replacing: mark, found, beginning, info, api),
                        (replaced ?? mark.sequence) + 1,
                        mark.sequence
                    )
                    beginning = first
                    look.add("\(what) are gone, and others have their numbers", first...mark.sequence)
                    if landmarks != nil { replaced = mark.sequence }
                }
            }
            return found
        }

        /// The first number of a message that was stored after `mark`, which is lost: what comes from there on was
        /// stored after the loss. Of one whose time is not known, the number behind `found`, which is there, or
        /// `beginning`, where a loss before it begins.
        private func firstNumber(
            replacing mark: Mark,
            _ found: Mark?,
            _ beginning: UInt64?,
            _ info: NATS.StreamInfo,
            _ api: StreamAPI
        ) async throws -> UInt64 {
            let low = max(info.firstSequence, (found?.sequence ?? 0) + 1)
            guard let time = mark.nanosecond, low < mark.sequence else {
                return min(max(low, beginning ?? 0), mark.sequence)
            }
            return try await api.firstNumber(after: time, from: low, to: mark.sequence, in: name)
        }

        /// Numbers between others, or at the beginning, that were there at the last look, in a stream that removes
        /// nothing by itself.
        private func findGaps(_ look: inout Look, _ known: State, _ api: StreamAPI) async throws {
            let info = look.info
            // Of a stream that had nothing, or was not looked at, only what was acknowledged is known.
            var first = known.lowest.map { max($0, (known.former?.lastSequence ?? 0) + 1) }
            if let former = known.former, former.messages > 0 { first = former.firstSequence }
            if let first, info.settings.keepsAll, info.firstSequence > first {
                look.add("its first messages are gone: purged, or lost", first...(info.firstSequence - 1))
            }
            guard info.settings.isGapless else { return }
            // As many as before, but for those that the beginning has passed. Another leader may lack as many others.
            let isSame = info.missing == known.missing.count(from: info.firstSequence, to: info.lastSequence)
            if let former = known.former, isSame, info.missing == 0 || former.leader == info.leader { return }
            let missing = info.missing == 0 ? [] : try await info.missingNumbers(in: name, api)
            // A leader that is behind says nothing of what comes after its last message.
            let next = info.lastSequence + 1
            look.missing =
                missing
                + known.missing.filter { $0.upperBound >= next }.map { max($0.lowerBound, next)...$0.upperBound }
            // What was missing before the first look is no news, but for what comes behind an acknowledged message.
            let before: [ClosedRange<UInt64>]
            if let former = known.former {
                if !former.settings.isGapless { return }
                before = known.missing
            } else {
                guard let lowest = known.lowest else { return }
                before = lowest > 1 ? [1...(lowest - 1)] : []
            }
            for range in missing {
                guard let news = before.rest(of: range) else { continue }
                look.add("messages are missing: deleted, or lost", news)
            }
        }
    }

    /// A reader whose stream is looked after.
    struct StreamWatch: Sendable {
        private let audit: StreamAudit
        private let number: Int

        /// It is held until `end()`.
        init(of reader: any StreamAuditReader, _ stream: NATS.Stream) {
            audit = stream.nats.shared.audit(of: stream.name, stream.nats)
            number = audit.add(reader)
        }

        /// The numbers that the stream lacks, for a reader that begins to read it; `nil` if the server does not say.
        func begin(_ info: NATS.StreamInfo, _ stream: NATS.Stream) async -> [ClosedRange<UInt64>]? {
            let known = audit.missing(in: info)
            if known == nil { audit.lookFirst() }
            if !info.settings.isGapless || info.missing == 0 { return [] }
            // More may be missing since the last look.
            let count = known?.count(from: info.firstSequence, to: info.lastSequence)
            if count == info.missing { return known }
            return try? await info.missingNumbers(in: stream.name, StreamAPI(nats: stream.nats))
        }

        func end() { audit.remove(number) }
    }

    /// Who reads a stream.
    protocol StreamAuditReader: AnyObject, Sendable {
        /// Messages that it has had, and that a look is about to look for.
        func askForLandmarks() -> Landmarks
        /// The stream was looked at. Returns whether the reader begins again.
        ///
        /// - Parameters:
        ///   - missing: the numbers that the stream lacks between others, if it removes nothing by itself.
        ///   - losses: the numbers that were found to be lost.
        func looked(_ info: NATS.StreamInfo, _ missing: [ClosedRange<UInt64>], _ losses: [ClosedRange<UInt64>]) -> Bool
    }

    extension NATS.Shared {
        /// What looks after a stream, for a user that calls `end()` at its end; one for each stream that the connection
        /// uses.
        func audit(of stream: String, _ nats: NATS) -> StreamAudit {
            let audit = audits.access { audits in
                // One that looks no more gives way to another one, which tries again.
                let audit = audits[stream].flatMap { $0.isOver ? nil : $0 } ?? StreamAudit(stream, nats)
                audits[stream] = audit
                audit.begin()
                return audit
            }
            if let period = nats.options.auditInterval { audit.keepLooking(every: period) }
            return audit
        }

        /// The connection was made again, or has been closed.
        func tellAudits(isOver: Bool) {
            let all = audits.access { audits in isOver ? exchange(&audits, for: [:]) : audits }
            for audit in all.values { if isOver { audit.stop() } else { audit.look() } }
        }
    }
#endif
