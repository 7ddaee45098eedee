import LogReading

/// The lines that match the pattern: how many, and the latest of them.
final class Matches {
    struct Match {
        /// Which log it is in.
        let log: Int
        let line: Int
        let text: String
    }

    private let kept: Int
    private var ring: [Match] = []
    private(set) var count = 0

    /// - Parameter kept: how many of the latest matches are kept.
    init(kept: Int) {
        self.kept = kept
    }

    func add(_ line: Line) {
        let match = Match(log: line.log, line: line.number, text: line.text)
        if ring.count < kept { ring.append(match) } else { ring[count % kept] = match }
        count += 1
    }

    /// The latest matches, oldest first.
    var latest: [Match] {
        let oldest = ring.count < kept ? 0 : count % kept
        return Array(ring[oldest...] + ring[..<oldest])
    }
}
