/// Two lists that should be equal, side by side, for the messages of failed assertions.
struct RecordedDifference: CustomStringConvertible {
    let description: String

    /// `nil` if the lists are equal.
    init?<Value: Equatable>(_ actual: [Value], _ expected: [Value]) {
        if actual == expected { return nil }
        var lines = ["\(actual.count) found, \(expected.count) expected; what differs is marked"]
        for index in 0..<max(actual.count, expected.count) {
            let one = index < actual.count ? actual[index] : nil
            let other = index < expected.count ? expected[index] : nil
            let mark = one == other ? "  " : "* "
            lines.append("\(mark)\(Self.text(one)) | \(Self.text(other))")
        }
        description = lines.joined(separator: "\n")
    }

    func fail(at location: TestLocation) { location.fail(description) }

    private static func text<Value>(_ value: Value?) -> String {
        value.map { "\($0)" } ?? "–"
    }
}
