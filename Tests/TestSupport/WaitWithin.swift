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

/// Lets other tasks run until `condition` holds. Ends the test run if it does not hold in time.
public func waitForTasks(
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath,
    line: UInt = #line,
    until condition: () async -> Bool
) async {
    let end = Date(timeIntervalSinceNow: Patience.limit)
    while await !condition() {
        if Date() > end { Patience.giveUp(file: file, line: line) }
        await Task.yield()
    }
}
