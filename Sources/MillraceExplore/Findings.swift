import Foundation

/// What has failed in a schedule.
final class Findings: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [String] = []

    func add(_ message: String) {
        Machine.hushed { lock.withLock { found.append(message) } }
    }

    func add(_ error: any Error, in place: String) {
        add("\(place) has thrown \(error)")
    }

    var messages: [String] { Machine.hushed { lock.withLock { found } } }
}
