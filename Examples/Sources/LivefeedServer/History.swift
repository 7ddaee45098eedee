#if Server
    import Foundation

    /// What happens: a line comes, or a second has passed.
    enum Moment: Sendable {
        case line(Entry)
        /// The number of the second since the start, and the time in milliseconds since 1970.
        case second(Int, time: Int)
    }

    /// What a client that connects now gets at once, and what those that are connected get.
    package struct History: Sendable {
        /// How many lines are kept at least, once they have come. Filters look into them.
        package static let mostKept = 5_000
        /// How many lines a new client gets: the newest that its filter lets through.
        package static let mostLines = 500
        /// How many totals are kept: those of two minutes.
        static let mostTotals = 120
        /// How many lines of one record are told, and how many bytes.
        private static let mostOfRecord = (lines: 1_000, bytes: 1 << 18)
        /// The subject's value shares the lines with the history that goes on. So each line costs the copy of one chunk,
        /// and of the list of chunks.
        private static let chunk = 50

        private let mostKept: Int
        private var chunks: [[Entry]] = [[]]
        private var totals: [Frame] = []
        private var counts = Totals()
        private let messages = FrequentMessages()
        private var newestLine: Entry?
        private var newestSecond: Frame?

        /// - Parameter mostKept: how many lines are kept at least.
        package init(keeping mostKept: Int = History.mostKept) {
            self.mostKept = mostKept
        }

        /// Takes in what has happened.
        mutating func add(_ moment: Moment) {
            switch moment {
            case .line(let entry):
                counts.add(entry)
                messages.add(entry)
                if chunks[chunks.count - 1].count == History.chunk {
                    if (chunks.count - 1) * History.chunk >= mostKept { chunks.removeFirst() }
                    chunks.append([])
                }
                chunks[chunks.count - 1].append(entry)
                newestLine = entry
            case .second(let number, let time):
                if totals.count == History.mostTotals { totals.removeFirst() }
                let frame = counts.frame(number: number, time: time)
                totals.append(frame)
                newestSecond = Frame(.init(joining: [frame, Frame(messages.event())]))
                newestLine = nil
            }
        }

        /// What has happened last, if the client wants it.
        func newest(for wish: Wish) -> Frame? {
            isNews(to: wish.filter) ? newest(after: wish.after) : nil
        }

        /// Whether clients with the filter want what has happened last.
        func isNews(to filter: Filter) -> Bool {
            guard let newestLine else { return !totals.isEmpty }
            return filter.wants(newestLine)
        }

        /// What has happened last, unless the client has that line already.
        func newest(after number: Int) -> Frame? {
            guard let newestLine else { return newestSecond }
            return newestLine.number > number ? newestLine.frame : nil
        }

        /// All that the client wants of what has happened, in one frame. A client that has had lines gets all those that
        /// it has missed, as far as they are kept. Another one gets the newest, and is told how many lines were looked
        /// into and how many its filter lets through.
        func all(for wish: Wish) -> Frame {
            let kept = chunks.joined()
            var lines = kept.filter(wish.wants)
            var frames = totals
            if let newestSecond { frames[frames.count - 1] = newestSecond }
            if wish.after == 0 {
                let found = lines.count
                lines = lines.suffix(History.mostLines)
                let data = "{\"looked\":\(kept.count),\"found\":\(found),\"sent\":\(lines.count)}"
                frames.append(Frame(.event("past", data: data)))
            }
            return Frame(joining: frames + lines.map(\.frame))
        }

        /// The line of that number, with those that it goes on with and that go on with it; nothing if it is not kept. Of
        /// a record that is too long, what is nearest before the line.
        func record(of number: Int) -> [Entry] {
            let kept = Array(chunks.joined())
            guard let index = kept.firstIndex(where: { $0.number == number }) else { return [] }
            var (first, end) = (index, index + 1)
            var bytes = kept[index].frame.size
            func hasRoom(for entry: Entry) -> Bool {
                guard end - first < History.mostOfRecord.lines, bytes + entry.frame.size <= History.mostOfRecord.bytes
                else { return false }
                bytes += entry.frame.size
                return true
            }
            while first > 0, kept[first].isContinued, hasRoom(for: kept[first - 1]) { first -= 1 }
            while end < kept.count, kept[end].isContinued, hasRoom(for: kept[end]) { end += 1 }
            return Array(kept[first..<end])
        }
    }
#endif
