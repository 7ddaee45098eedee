#if NATS
    /// The messages that a reader looks for again: the last one, and the last one before the longest pause since the look
    /// before, in which the stream stored nothing. A server that has failed stores nothing for a while. So the second one
    /// is the last message before the failure, even if others have got its number since.
    struct Landmarks: Sendable {
        private var last: StreamAudit.Mark?
        private var beforePause: StreamAudit.Mark?
        private var pause: Int64 = 0
        /// Others that are to be looked for, at most eight: those before earlier pauses, and last messages when a consumer
        /// was made, if the server did not say whether it has them. How many of them a look has begun to look for.
        private var kept: [StreamAudit.Mark] = []
        private var keptAsked = 0
        /// The last message when a look began.
        private var asked: StreamAudit.Mark?
        /// Those of them that a look has found, in order: at most 32, and the older ones further apart.
        private var confirmed: [StreamAudit.Mark] = []
        /// Up to here, everything was said.
        private var named: UInt64 = 0

        private static let mostConfirmed = 32

        mutating func pass(_ origin: StreamOrigin) {
            if let last, let time = last.nanosecond {
                if origin.sequence <= last.sequence { return }
                if origin.time - time > pause { (beforePause, pause) = (last, origin.time - time) }
            }
            last = StreamAudit.Mark(sequence: origin.sequence, id: "", nanosecond: origin.time)
        }

        var all: [StreamAudit.Mark] { kept + [beforePause, last].compactMap { $0 } }

        /// The next look is to look for this one, too.
        mutating func keep(_ mark: StreamAudit.Mark) {
            if kept.last?.sequence == mark.sequence { return }
            // Of more, the last one gives way.
            if kept.count == 8 {
                kept.removeLast()
                keptAsked = min(keptAsked, kept.count)
            }
            kept.append(mark)
        }

        /// They are about to be looked for.
        mutating func ask() -> Landmarks {
            // A pause that comes before the look has ended is another one.
            if let beforePause { keep(beforePause) }
            (beforePause, pause) = (nil, 0)
            (asked, keptAsked) = (last, kept.count)
            return self
        }

        /// They were looked for, and these numbers are lost.
        mutating func looked(_ losses: [ClosedRange<UInt64>]) {
            kept.removeFirst(min(keptAsked, kept.count))
            keptAsked = 0
            if let number = last?.sequence, let loss = losses.first(where: { $0.contains(number) }) {
                return restart(after: loss.upperBound)
            }
            guard losses.isEmpty, let asked, asked.sequence > confirmed.last?.sequence ?? 0 else { return }
            confirmed.append(asked)
            guard confirmed.count > Landmarks.mostConfirmed else { return }
            confirmed = confirmed.indices.filter { $0 % 2 == 1 }.map { confirmed[$0] }
        }

        /// What was lost up to this number was said.
        mutating func restart(after number: UInt64) {
            self = Landmarks()
            named = number
        }

        /// What the reader may not have had, if the stream has an older message of the number of `mark`, which the reader
        /// had: the servers have stored different messages, the reader had those of one of them, and another one leads
        /// now. The message that was read stands behind others there. `nil` if this is not so.
        func notRead(
            before mark: StreamAudit.Mark,
            in stream: String,
            _ info: NATS.StreamInfo,
            _ api: StreamAPI
        ) async throws -> ClosedRange<UInt64>? {
            guard let time = mark.nanosecond, mark.sequence <= info.lastSequence,
                let message = try await api.messageIfThere(mark.sequence, in: stream), message.nanosecond < time
            else { return nil }
            // Of those that a look has found, the stream has the first ones.
            let marks = (confirmed + kept + [beforePause].compactMap { $0 })
                .filter { $0.sequence >= info.firstSequence && $0.sequence < mark.sequence }
                .sorted { $0.sequence < $1.sequence }
            var (low, high) = (0, marks.count)
            while low < high {
                let middle = low + (high - low) / 2
                let there = try await api.messageIfThere(marks[middle].sequence, in: stream)
                if let there, there.nanosecond != marks[middle].nanosecond { high = middle } else { low = middle + 1 }
            }
            let base = max(low > 0 ? marks[low - 1].sequence : 0, named)
            let next =
                try await api
                .firstNumber(after: time, from: mark.sequence, to: info.lastSequence + 1, in: stream)
            let first = min(max(info.firstSequence, base + 1), mark.sequence)
            return first...max(mark.sequence, next - 1)
        }
    }
#endif
