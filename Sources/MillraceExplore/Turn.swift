import Foundation

/// Whose turn it is: one exploration at a time in a process.
enum Turn {
    private static let lock = NSLock()

    static func take<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock(body)
    }
}

/// Writes a line on standard error.
func report(_ message: String) {
    FileHandle.standardError.write(Data("MillraceExplore: \(message)\n".utf8))
}
