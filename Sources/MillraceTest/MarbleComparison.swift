import Millrace

/// What a source emitted, side by side with what it should have emitted, by a scheduler's clock.
///
/// What happens at the same time stands in the same column of both diagrams: if one has a group or a long name, the
/// other is filled up with spaces. A span of more than 40 ticks in which nothing happens in either is written as a
/// duration, ` 59999t `.
public struct MarbleComparison: CustomStringConvertible, Sendable {
    /// What was expected, as a diagram.
    public let expected: String

    /// What came, as a diagram. An element whose name is not one character, or is a mark, stands in angle brackets.
    public let actual: String

    /// Whether the same events came at the same times.
    public let isEqual: Bool

    /// A pointer to the first difference, to print below both diagrams.
    private let pointer: String

    /// Both diagrams, one below the other. If they are not equal, a line below them shows where they begin to differ:
    /// an arrow and the time by the scheduler's clock, in ticks.
    public var description: String {
        let lines = ["expected: \(expected)", "actual:   \(actual)"]
        return (isEqual ? lines : lines + ["          \(pointer)"]).joined(separator: "\n")
    }
}

extension MarbleComparison {
    /// Compares events. Events at `start` stand in the first column.
    init<Element: Equatable>(
        expected: [Recorded<Event<Element>>],
        actual: [Recorded<Event<Element>>],
        from start: TestTime,
        name: (Element) -> String
    ) {
        let pair = DiagramPair(
            expected: Marbles.marks(of: expected, name: name),
            actual: Marbles.marks(of: actual, name: name),
            from: start
        )
        isEqual = expected == actual
        (self.expected, self.actual) = (pair.expected, pair.actual)
        pointer =
            Self.firstDifference(expected, actual).map { one, other in
                let time = min(one?.time ?? .max, other?.time ?? .max)
                var text = Self.pointer(pair.column(of: time), time)
                // Marks may read the same although the events that they stand for are not equal.
                if let one, let other, one.time == other.time { text += ": \(one.value) expected, \(other.value) came" }
                return text
            } ?? ""
    }

    /// Compares subscriptions, the first with the first and so on; each pair is shown as diagrams from `start`.
    init(expected: [Subscription], actual: [Subscription], from start: TestTime) {
        let difference = zip(expected, actual).prefix { $0 == $1 }.count
        var (lines, pointer) = (["", ""], "")
        for index in 0..<max(expected.count, actual.count) {
            let both = [expected, actual].map { index < $0.count ? $0[index] : nil }
            let pair = DiagramPair(
                expected: SubscriptionMarbles.marks(of: both[0]),
                actual: SubscriptionMarbles.marks(of: both[1]),
                from: start
            )
            let separator = index == 0 ? "" : ", "
            if index == difference {
                let isBeginning = both[0]?.subscribe != both[1]?.subscribe
                let time = both.compactMap { isBeginning ? $0?.subscribe : $0?.unsubscribe }.min() ?? start
                let column = max(lines[0].count, lines[1].count) + separator.count + pair.column(of: time)
                pointer = Self.pointer(column, time)
            }
            let texts = [pair.expected, pair.actual]
            // The columns have to line up only if another pair follows.
            let isLast = index + 1 >= min(expected.count, actual.count)
            let width = isLast ? 0 : texts.map(\.count).max() ?? 0
            for line in lines.indices where both[line] != nil {
                lines[line] += separator + DiagramPair.padded(texts[line], to: width)
            }
        }
        self.expected = expected.isEmpty ? "none" : lines[0]
        self.actual = actual.isEmpty ? "none" : lines[1]
        self.pointer = pointer
        isEqual = expected == actual
    }

    private static func pointer(_ column: Int, _ time: TestTime) -> String {
        String(repeating: " ", count: column) + "↑ at \(time)"
    }

    /// The first pair of values that are not equal; `nil` in place of a value that a list does not have. `nil` if the
    /// lists are equal.
    private static func firstDifference<Value: Equatable>(_ one: [Value], _ other: [Value]) -> (Value?, Value?)? {
        let common = zip(one, other).prefix { $0 == $1 }.count
        if common == one.count, common == other.count { return nil }
        return (common < one.count ? one[common] : nil, common < other.count ? other[common] : nil)
    }
}
