#if NATS
    import Millrace

    /// Looks again and again whether a stream still has what it has acknowledged to this connection, and says what it
    /// has lost. A server loses messages without a word: it was given an older copy of its files, a file was damaged, or
    /// the other servers of a cluster have forgotten what one of them has acknowledged.
    ///
    /// For each look, it asks what the stream has, for one or two messages of each reader, and for one or two that were
    /// acknowledged; after messages were stored out of order, for up to 16 more. There is one of these for each stream
    /// that a connection uses, as long as something reads or publishes, and, after an acknowledgement, for three minutes
    /// more: a server syncs its files every two minutes.
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

            /// Two messages may tell of the same loss.
            mutating func add(_ reason: String, _ numbers: ClosedRange<UInt64>) {
                guard let last = losses.last, last.reason == reason, last.numbers.overlaps(numbers) else {
                    return losses.append(Loss(reason: reason, numbers: numbers))
                }
                let (low, high) = (last.numbers.lowerBound, last.numbers.upperBound)
                let both = min(low, numbers.lowerBound)...max(high, numbers.upperBound)
                losses[losses.count - 1] = Loss(reason: reason, numbers: both)
            }
        }

        private struct Loss: Sendable {
            let reason: String
            let numbers: ClosedRange<UInt64>
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
            /// What the last look has found.
            var former: NATS.StreamInfo?
            /// Numbers that are missing between the others, and have been reported or were missing from the beginning.
            var missing: [ClosedRange<UInt64>] = []
            var failures = 0
            var timer: Deadline?
            var isLooking = false
            var task: Task<Void, Never>?
            var lastUse = ContinuousClock.now
            var isOver = false
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

        // MARK: From outside

        /// A publisher has begun.
        func begin() {
            guard let nats, let period = nats.options.auditInterval else { return }
            let timer = Deadline(after: period, every: period) { [weak self] in self?.look() }
            // Under both locks: it may be forgotten at the same time.
            let isSurplus = nats.shared.audits.access { audits in
                state.access { state in
                    state.users += 1
                    audits[name] = self
                    if state.timer != nil { return true }
                    (state.timer, state.isOver) = (timer, false)
                    return false
                }
            }
            if isSurplus { timer.cancel() }
        }

        /// A publisher has ended.
        func end() {
            state.access { state in
                state.users -= 1
                state.lastUse = .now
            }
        }

        /// A reader has begun; it is held until `end(_:)`.
        func begin(_ reader: any StreamAuditReader) -> Int {
            begin()
            return state.access { state in
                state.lastReader += 1
                state.readers[state.lastReader] = reader
                return state.lastReader
            }
        }

        func end(_ reader: Int) {
            releaseValue(state.access { $0.readers.removeValue(forKey: reader) })
            end()
        }

        /// The stream has acknowledged a message. One with a lower number than one before shows that the stream has gone
        /// back, or that messages have overtaken others.
        func acknowledged(_ sequence: UInt64, _ id: String) {
            state.access { state in
                if let newest = state.newest, newest.sequence > sequence, state.passed.count < 16 {
                    state.passed.append(newest)
                }
                state.newest = Mark(sequence: sequence, id: id)
            }
        }

        /// The connection has been closed.
        func stop() {
            let former = state.access { state in
                state.isOver = true
                return (exchange(&state.timer, for: nil), exchange(&state.task, for: nil))
            }
            former.0?.cancel()
            former.1?.cancel()
        }

        /// Looks now, unless it is looking.
        func look() {
            if isForgotten() { return stop() }
            let isFree = state.access { state in !state.isOver && !exchange(&state.isLooking, for: true) }
            if !isFree { return }
            let task = Task { [weak self] in
                await self?.lookWhileInTrouble()
                self?.state.access { ($0.isLooking, $0.task) = (false, nil) }
            }
            let isOver = state.access { state in
                if state.isLooking, !state.isOver { state.task = task }
                return state.isOver
            }
            if isOver { task.cancel() }
        }

        /// Whether nobody has used it for long; then nobody finds it any more.
        private func isForgotten() -> Bool {
            guard let nats else { return true }
            let (isUnused, former) = nats.shared.audits.access { audits in
                state.access { state in
                    let isUnused =
                        state.users <= 0 && (state.newest == nil || .now - state.lastUse > StreamAudit.remembered)
                    return (isUnused, isUnused && audits[name] === self ? audits.removeValue(forKey: name) : nil)
                }
            }
            releaseValue(former)
            return isUnused
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
                let readers = state.access { Array($0.readers.values) }
                let read = readers.flatMap { $0.landmarks }
                var look = try await compare(nats, read)
                var rest = look.info.isClustered ? StreamAudit.confirmations : 0
                while !look.losses.isEmpty, rest > 0 {
                    rest -= 1
                    try await Task.sleep(for: StreamAudit.pause)
                    look = try await compare(nats, read)
                }
                try Task.checkCancellation()
                remember(look)
                for loss in look.losses { nats.shared.report(subject, loss.reason, about: loss.numbers) }
                let losses = look.losses.map(\.numbers)
                let haveBegun = readers.filter { $0.looked(look.info, losses) }
                return !losses.isEmpty || !haveBegun.isEmpty
            } catch let failure as NATS.Failure where failure.kind == .notFound {
                let last = state.access { state in
                    let numbers = [state.newest?.sequence, state.found?.sequence, state.former?.lastSequence]
                    (state.newest, state.found, state.passed, state.former) = (nil, nil, [], nil)
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
                    state.failures += 1
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
                (state.failures, state.former, state.passed) = (0, look.info, [])
                if let missing = look.missing { state.missing = missing }
                if let found = look.found { state.found = found }
                // What comes behind a loss is found at the next look.
                let isGone = { (mark: Mark) in look.losses.contains { $0.numbers.contains(mark.sequence) } }
                if let newest = state.newest, isGone(newest) { state.newest = nil }
                if let found = state.found, isGone(found) { state.found = nil }
            }
        }

        /// What the stream had and has no more.
        private func compare(_ nats: NATS, _ read: [Mark]) async throws -> Look {
            let api = StreamAPI(nats: nats)
            let info = try await nats.stream(name).info()
            let known = state.access { $0 }
            // The newest one may be the one that was found, whose time is known: then that tells where a loss begins.
            let newest = known.newest.flatMap { $0.isSame(as: known.found) ? nil : $0 }
            let own = known.passed + [known.found, newest].compactMap { $0 }
            var look = Look(info: info)
            if let former = known.former, former.created != info.created {
                let last = max(former.lastSequence, (own + read).map(\.sequence).max() ?? 0)
                let reason = "it was made again, without what it had acknowledged"
                if last > 0 { look.add(reason, 1...last) }
                return look
            }
            for (marks, what) in [(own, "acknowledged messages"), (read, "messages that were read")] {
                // The newest one of those that are there.
                var found: Mark?
                for mark in marks.sorted(by: { $0.sequence < $1.sequence }) where mark.sequence >= info.firstSequence {
                    if mark.sequence > info.lastSequence {
                        let reason = "\(what) are gone: the last message has the number \(info.lastSequence)"
                        look.add(reason, (info.lastSequence + 1)...mark.sequence)
                        continue
                    }
                    guard let message = try await api.messageIfThere(mark.sequence, in: name) else { continue }
                    let isSame =
                        mark.nanosecond.map { $0 == message.nanosecond }
                        ?? (message.headers[StoredMessage.idHeader] == mark.id)
                    if isSame {
                        found = Mark(sequence: mark.sequence, id: mark.id, nanosecond: message.nanosecond)
                    } else {
                        let first = try await firstNumber(replacing: mark, found, info, api)
                        let reason = "\(what) are gone, and others have their numbers"
                        look.add(reason, first...mark.sequence)
                    }
                }
                if what.hasPrefix("ack") { look.found = found }
            }
            try await findGaps(&look, known, api)
            return look
        }

        /// The first number of a message that was stored after `mark`, which is lost: what comes from there on was
        /// stored after the loss.
        private func firstNumber(
            replacing mark: Mark,
            _ found: Mark?,
            _ info: NATS.StreamInfo,
            _ api: StreamAPI
        ) async throws -> UInt64 {
            let low = max(info.firstSequence, (found?.sequence ?? 0) + 1)
            guard let time = mark.nanosecond, low < mark.sequence else { return min(low, mark.sequence) }
            return try await api.firstNumber(after: time, from: low, to: mark.sequence, in: name)
        }

        /// Numbers between others, or at the beginning, that were there at the last look, in a stream that removes
        /// nothing by itself.
        private func findGaps(_ look: inout Look, _ known: State, _ api: StreamAPI) async throws {
            let info = look.info
            if let former = known.former, info.settings.keepsAll, former.messages > 0,
                info.firstSequence > former.firstSequence
            {
                let numbers = former.firstSequence...(info.firstSequence - 1)
                look.add("its first messages are gone: purged, or lost", numbers)
            }
            guard info.settings.isGapless, info.missing > 0, info.missing != known.former?.missing else { return }
            let missing = try await info.missingNumbers(in: name, api)
            look.missing = missing
            // What was missing before the first look is no news.
            if known.former == nil { return }
            for range in missing where !known.missing.contains(where: { $0.contains(range) }) {
                look.add("messages are missing: deleted, or lost", range)
            }
        }
    }

    /// Who reads a stream.
    protocol StreamAuditReader: AnyObject, Sendable {
        /// Messages that it has had, and looks for again.
        var landmarks: [StreamAudit.Mark] { get }
        /// The stream was looked at. Returns whether the reader begins again.
        ///
        /// - Parameter losses: the numbers that were found to be lost.
        func looked(_ info: NATS.StreamInfo, _ losses: [ClosedRange<UInt64>]) -> Bool
    }

    /// The messages that a reader looks for again: the last one, and the one before the longest time for which the
    /// stream stored nothing. A server that has failed stores nothing for a while, so this is the last message before
    /// that, even if others have got its number since.
    struct Landmarks {
        private var last: StreamAudit.Mark?
        private var beforePause: StreamAudit.Mark?
        private var pause: Int64 = 0

        mutating func pass(_ origin: StreamOrigin) {
            if let last, let time = last.nanosecond {
                if origin.sequence <= last.sequence { return }
                if origin.time - time > pause { (beforePause, pause) = (last, origin.time - time) }
            }
            last = StreamAudit.Mark(sequence: origin.sequence, id: "", nanosecond: origin.time)
        }

        var all: [StreamAudit.Mark] { [beforePause, last].compactMap { $0 } }

        /// They were looked for, and these numbers are lost.
        mutating func looked(_ losses: [ClosedRange<UInt64>]) {
            (beforePause, pause) = (nil, 0)
            if let number = last?.sequence, losses.contains(where: { $0.contains(number) }) { last = nil }
        }

        /// The stream has begun anew.
        mutating func forget() { self = Landmarks() }
    }

    extension NATS.Shared {
        /// What looks after a stream; one for each stream that the connection uses.
        func audit(of stream: String, _ nats: NATS) -> StreamAudit {
            audits.access { audits in
                if let audit = audits[stream] { return audit }
                let audit = StreamAudit(stream, nats)
                audits[stream] = audit
                return audit
            }
        }

        /// The connection was made again, or has been closed.
        func tellAudits(isOver: Bool) {
            let all = audits.access { audits in isOver ? exchange(&audits, for: [:]) : audits }
            for audit in all.values { if isOver { audit.stop() } else { audit.look() } }
        }
    }
#endif
