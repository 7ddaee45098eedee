import Foundation

/// What a rule found wrong.
final class ContractFindings: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [String] = []

    func report(_ message: String) {
        lock.withLock { found.append(message) }
    }

    func require(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { report(message()) }
    }

    var messages: [String] { lock.withLock { found } }
}
