import Foundation

/// Waits until `condition` holds, for so many seconds at most; returns whether it does. The test says what it means if not.
@discardableResult
public func waitUntil(within seconds: Double, _ condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !condition() {
        if Date() > end { return condition() }
        sched_yield()
    }
    return true
}
