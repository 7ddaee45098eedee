import Foundation

/// Waits until `condition` holds, for so many seconds at most, in which a thread that gets no processor is waited for; see
/// `FairLimit`. Returns whether it holds. The test says what it means if not.
@discardableResult
public func waitUntil(within seconds: Double, _ condition: () -> Bool) -> Bool {
    var limit = FairLimit(seconds: seconds)
    while !condition() {
        if limit.isReached() { return condition() }
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
