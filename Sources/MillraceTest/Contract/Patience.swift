import Dispatch
import Foundation

/// How long a test waits for another thread. If a wait takes longer, the program stops and names the wait: the other
/// thread would disturb the tests that follow.
package struct Patience {
    /// Seconds. More than any test takes, under a sanitizer on a busy machine too; a day in the long form of the tests.
    package static let limit: Double = ProcessInfo.processInfo.environment["MILLRACE_LONG"] == nil ? 900 : 86_400

    private let end = DispatchTime.now() + limit

    package init() {}

    /// Called in each turn of a loop that waits.
    package func check(file: StaticString = #filePath, line: UInt = #line) {
        if DispatchTime.now() > end { Patience.giveUp(file: file, line: line) }
    }

    package static func giveUp(file: StaticString, line: UInt) -> Never {
        fatalError("a wait has not ended in \(limit) s", file: file, line: line)
    }
}

/// Waits until `condition` holds, and leaves the processor to others meanwhile.
package func waitUntil(file: StaticString = #filePath, line: UInt = #line, _ condition: () -> Bool) {
    if condition() { return }
    let patience = Patience()
    repeat {
        sched_yield()
        patience.check(file: file, line: line)
    } while !condition()
}
