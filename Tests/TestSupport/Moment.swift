import Foundation

/// Something that threads wait for and that happens once.
public final class Moment: @unchecked Sendable {
    private let condition = NSCondition()
    private var isSet = false

    public init() {}

    public func set() {
        condition.lock()
        isSet = true
        condition.broadcast()
        condition.unlock()
    }

    public func wait(file: StaticString = #filePath, line: UInt = #line) {
        if !wait(seconds: Patience.limit) { Patience.giveUp(file: file, line: line) }
    }

    /// Waits for so long at most, see `FairLimit`; returns whether it has happened.
    public func wait(seconds: Double) -> Bool {
        var limit = FairLimit(seconds: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !isSet, !limit.isReached() { _ = condition.wait(until: Date(timeIntervalSinceNow: limit.interval)) }
        return isSet
    }
}
