/// What was measured of a workload, by the columns' names.
struct Samples: Codable {
    /// One figure for each time that it was measured.
    private(set) var figures: [String: [Double]] = [:]
    /// Mallocs for an event; blocks for an instance where memory is measured.
    private(set) var mallocs: [String: Double] = [:]

    subscript(column: Column) -> [Double] { figures[column.rawValue, default: []] }

    mutating func add(_ figure: Double, of column: Column) {
        figures[column.rawValue, default: []].append(figure)
    }

    /// The largest count is the one that is kept.
    mutating func add(mallocs count: Double, of column: Column) {
        mallocs.merge([column.rawValue: count], uniquingKeysWith: max)
    }

    /// Forgets the times, and keeps the mallocs, which do not depend on what else the machine does.
    mutating func forgetFigures() { figures = [:] }

    /// Adds what another process has measured.
    mutating func add(_ other: Samples) {
        figures.merge(other.figures) { $0 + $1 }
        mallocs.merge(other.mallocs, uniquingKeysWith: max)
    }
}
