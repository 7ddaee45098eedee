import Foundation

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

/// `number` with so many digits behind the point.
func fixed(_ number: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", number)
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
