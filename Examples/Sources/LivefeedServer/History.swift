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
        /// How many lines are kept.
        package static let mostLines = 200
        /// How many totals are kept: those of two minutes.
        static let mostTotals = 120

        private var lines: [Entry] = []
        private var totals: [Frame] = []
        private var counts = Totals()
        private var newestLine: Entry?

        /// Takes in what has happened.
        mutating func add(_ moment: Moment) {
            switch moment {
            case .line(let entry):
                counts.add(entry)
                if lines.count == History.mostLines { lines.removeFirst() }
                lines.append(entry)
                newestLine = entry
            case .second(let number, let time):
                if totals.count == History.mostTotals { totals.removeFirst() }
                totals.append(counts.frame(number: number, time: time))
                newestLine = nil
            }
        }

        /// What has happened last, if the client wants it.
        func newest(for wish: Wish) -> Frame? {
            guard let newestLine else { return totals.last }
            return wish.wants(newestLine) ? newestLine.frame : nil
        }

        /// All that the client wants of what has happened, in one frame; `nil` if there is nothing.
        func all(for wish: Wish) -> Frame? {
            let frames = totals + lines.filter(wish.wants).map(\.frame)
            return frames.isEmpty ? nil : Frame(.init(joining: frames))
        }
    }
#endif
