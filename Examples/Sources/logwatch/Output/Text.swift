import Foundation
import LogReading

/// A number of bytes with a unit, such as `84.6 MB`.
func bytes(_ count: Double) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var count = count
    var unit = 0
    while count >= 999.95, unit < units.count - 1 {
        count /= 1_000
        unit += 1
    }
    return unit == 0 ? "\(Int(count)) B" : "\(fixed(count, digits: 1)) \(units[unit])"
}

/// `number` with so many digits behind the point, and separators before it: `1,234.5`.
func fixed(_ number: Double, digits: Int) -> String {
    let text = String(format: "%.\(digits)f", number)
    guard let whole = text.split(separator: ".").first.flatMap({ Int($0) }), abs(whole) >= 1_000 else { return text }
    return grouped(whole) + text.drop { $0 != "." }
}

/// A time in the two largest units that it has: `1 h 30 min`, `2 days`.
func duration(_ seconds: Int) -> String {
    let units = [("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
    var rest = seconds
    var parts: [String] = []
    for (name, length) in units where parts.count < 2 {
        let count = rest / length
        rest %= length
        if count > 0 { parts.append(name == "day" ? counted(count, name) : "\(count) \(name)") }
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
}

/// `1 line`, `1,234 lines`.
func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// `text` cut to `width` characters.
func shortened(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
}

/// Spaces before `text` up to `width`.
func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// `text`, then spaces up to `width`.
func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// A bar as long as `value` is in proportion to `maximum`, at most `width` characters.
func bar(_ value: Int, of maximum: Int, width: Int) -> String {
    guard maximum > 0, value > 0 else { return "" }
    let eighths = max(1, value * width * 8 / maximum)
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
}
