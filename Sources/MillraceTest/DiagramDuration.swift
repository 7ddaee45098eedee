/// A duration in a diagram, such as `10s`: time that passes in place of so many dashes.
///
/// A word between two spaces, or between a space and an end of the diagram, is a duration if it is a decimal number
/// with a unit: `ms`, `s`, `m`inutes, or `t`icks. Everything else is marks, even if it looks like a duration: in `a10s`
/// and `-1m-`, digits and letters are elements.
struct DiagramDuration {
    /// Why a duration is not a number of ticks.
    struct Problem: Swift.Error {
        let text: String
    }

    private let text: String
    private let whole: Substring
    /// The digits after the decimal point, without zeros at the end.
    private let fraction: Substring
    private let unit: Substring

    /// How many characters the duration takes in the diagram.
    let length: Int

    /// The duration that begins at `position`, if there is one.
    init?(at position: Int, of diagram: [Character]) {
        guard position == 0 || diagram[position - 1] == " " else { return nil }
        let word = diagram[position...].prefix { $0 != " " }
        let number = word.prefix { $0 == "." || Self.isDigit($0) }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let unit = Substring(word[number.endIndex...])
        guard ["ms", "s", "m", "t"].contains(unit), parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        text = String(word)
        whole = Substring(parts[0])
        var fraction = parts.count > 1 ? Substring(parts[1]) : ""
        while fraction.last == "0" { fraction.removeLast() }
        self.fraction = fraction
        self.unit = unit
        length = word.count
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// How many ticks the duration lasts, without any rounding.
    func ticks(by tick: Duration) -> Result<Int, Problem> {
        let uneven = Problem(text: "`\(text)` is not a whole number of ticks, which last \(tick) each")
        let tooLong = Problem(text: "`\(text)` is too long")
        guard let count = Int(whole) else { return .failure(tooLong) }
        if unit == "t" { return fraction.isEmpty ? .success(count) : .failure(uneven) }
        // Up to this count, minutes still fit into a `Duration`.
        guard count < Int.max / 60 else { return .failure(tooLong) }
        let one: Duration = unit == "ms" ? .milliseconds(1) : unit == "s" ? .seconds(1) : .seconds(60)
        // A tick is a whole number of attoseconds. So a duration that is not cannot be a whole number of ticks.
        guard let part = Self.part(of: one, fraction) else { return .failure(uneven) }
        let duration = one * count + part
        let ticks = TickArithmetic.ticks(reaching: duration, by: tick)
        if ticks == .max { return .failure(tooLong) }
        return tick * ticks == duration ? .success(ticks) : .failure(uneven)
    }

    /// The part of `unit` that `fraction`, the digits after a decimal point, stands for; `nil` if it is not a whole
    /// number of attoseconds.
    private static func part(of unit: Duration, _ fraction: Substring) -> Duration? {
        if fraction.isEmpty { return .zero }
        guard fraction.count <= 18, let digits = Int(fraction) else { return nil }
        let divisor = (0..<fraction.count).reduce(1) { product, _ in product * 10 }
        let part = unit * digits / divisor
        return part * divisor == unit * digits ? part : nil
    }
}
