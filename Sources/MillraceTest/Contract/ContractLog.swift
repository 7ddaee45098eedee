import Foundation

/// What happened on any thread, in order.
final class ContractLog: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [String] = []

    func write(_ line: String) {
        lock.withLock { written.append(line) }
    }

    var lines: [String] { lock.withLock { written } }
}
