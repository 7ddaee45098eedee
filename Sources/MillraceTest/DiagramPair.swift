/// Two diagrams to print one below the other: what happens at the same time stands in the same column.
///
/// If one diagram has a group or a name of several characters, the other is filled up with spaces, which mean nothing.
/// A long span in which nothing happens in either is written as a duration in both.
struct DiagramPair {
    /// What stands in a diagram, and at which time.
    typealias Marks = [(time: TestTime, text: String)]

    private static let longestRunOfDashes: UInt = 40

    private(set) var expected = ""
    private(set) var actual = ""
    private var columns: [TestTime: Int] = [:]

    /// - Parameters:
    ///   - expected: the marks of one diagram, a text for each time.
    ///   - actual: the marks of the other diagram.
    ///   - start: the time of the first column. A mark before it is written with its time.
    init(expected: Marks, actual: Marks, from start: TestTime) {
        let texts = [expected, actual].map { Dictionary($0.map { ($0.time, $0.text) }, uniquingKeysWith: +) }
        let ends = texts.map { $0.keys.max() ?? .min }
        var lines = ["", ""]
        var time = start
        for tick in Set(texts.flatMap(\.keys)).sorted() {
            let isEarly = tick < start
            let gap = isEarly ? "" : Self.gap(UInt(bitPattern: tick &- time), isFirst: lines.allSatisfy(\.isEmpty))
            var cells = texts.map { text in
                guard let marks = text[tick] else { return isEarly ? "" : "-" }
                return isEarly ? "<@\(tick)>\(marks)" : marks
            }
            // A diagram whose last mark has been written gets no more text.
            for index in cells.indices where tick > ends[index] { cells[index] = "" }
            let width = cells.map(\.count).max() ?? 0
            columns[tick] = max(lines[0].count, lines[1].count) + gap.count + Self.firstDifference(cells)
            for index in cells.indices where tick <= ends[index] {
                lines[index] += gap + Self.padded(cells[index], to: tick == ends[index] ? 0 : width)
            }
            if !isEarly { time = tick &+ 1 }
        }
        (self.expected, self.actual) = (lines[0], lines[1])
    }

    /// The column, from the left, where the two texts at `time` begin to differ; their first column if they are equal.
    func column(of time: TestTime) -> Int { columns[time] ?? 0 }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func gap(_ ticks: UInt, isFirst: Bool) -> String {
        ticks > longestRunOfDashes ? "\(isFirst ? "" : " ")\(ticks)t " : String(repeating: "-", count: Int(ticks))
    }

    private static func firstDifference(_ cells: [String]) -> Int {
        let common = zip(cells[0], cells[1]).prefix { $0 == $1 }.count
        return cells[0] == cells[1] ? 0 : common
    }
}
