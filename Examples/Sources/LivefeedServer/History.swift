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
        /// How many lines a new client gets.
        package static let mostLines = 200
        /// How many totals are kept: those of two minutes.
        static let mostTotals = 120
        /// The subject's value shares the lines with the history that goes on. So each line costs the copy of one chunk,
        /// and of the list of chunks.
        private static let chunk = 50

        private let mostKept: Int
        private var chunks: [[Entry]] = [[]]
        private var totals: [Frame] = []
        private var counts = Totals()
        private var newestLine: Entry?

        /// - Parameter mostKept: how many lines are kept at least, once they have come, for clients that have missed some.
        package init(keeping mostKept: Int = History.mostLines) {
            self.mostKept = mostKept
        }

        /// Takes in what has happened.
        mutating func add(_ moment: Moment) {
            switch moment {
            case .line(let entry):
                counts.add(entry)
                if chunks[chunks.count - 1].count == History.chunk {
                    if (chunks.count - 1) * History.chunk >= mostKept { chunks.removeFirst() }
                    chunks.append([])
                }
                chunks[chunks.count - 1].append(entry)
                newestLine = entry
            case .second(let number, let time):
                if totals.count == History.mostTotals { totals.removeFirst() }
                totals.append(counts.frame(number: number, time: time))
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
            guard let newestLine else { return totals.last }
            return newestLine.number > number ? newestLine.frame : nil
        }

        /// All that the client wants of what has happened, in one frame; `nil` if there is nothing. A client that has had
        /// lines gets all those that it has missed, as far as they are kept.
        func all(for wish: Wish) -> Frame? {
            let lines = chunks.joined().suffix(wish.after > 0 ? mostKept + History.chunk : History.mostLines)
            let frames = totals + lines.filter(wish.wants).map(\.frame)
            return frames.isEmpty ? nil : Frame(.init(joining: frames))
        }
    }
#endif
