import Foundation

/// What an example of a docstring prints.
final class ExampleLines: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [String] = []

    var lines: [String] { lock.withLock { written } }

    /// Writes what `print` would print.
    func write(_ items: [Any]) {
        let text = items.map { "\($0)" }.joined(separator: " ")
        lock.withLock { written += text.components(separatedBy: "\n") }
    }
}
