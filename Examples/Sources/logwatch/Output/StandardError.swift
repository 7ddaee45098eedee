import Foundation

/// Standard error: one line for a failure, and a line that is overwritten again and again for progress.
enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func write(line text: String) {
        write(text + "\n")
    }

    /// Shows `text` in place of what was shown before.
    static func show(_ text: String) {
        write("\r\u{1B}[K" + text)
    }

    /// Takes away what `show` has shown.
    static func clear() {
        if isTerminal { show("") }
    }

    // Nothing can be done, nor said, if this fails.
    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
