import Foundation

/// Something that threads wait for and that happens once.
final class Occasion: @unchecked Sendable {
    private let condition = NSCondition()
    private var hasCome = false

    func come() {
        condition.lock()
        hasCome = true
        condition.broadcast()
        condition.unlock()
    }

    /// False if it has not come in `seconds`.
    func wait(seconds: TimeInterval) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !hasCome, Date() < limit { _ = condition.wait(until: limit) }
        return hasCome
    }
}
