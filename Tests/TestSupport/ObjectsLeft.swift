import Foundation
import Millrace

/// How many of Millrace's objects there are more than before when `body` has run; 0 in builds that do not count them.
///
/// What other threads still hold when `body` returns is waited for, up to `patience` seconds. `body` runs again if the
/// first run has left something, which may be what is made once and kept, and if objects of earlier tests went meanwhile.
public func objectsLeft(patience: Double = 30, by body: () -> Void) -> Int {
    #if DEBUG || TRACE_RESOURCES
        var left = 0
        for patience in [min(1, patience), patience, patience] {
            let before = Resources.total
            body()
            waitUntil(within: patience) { Resources.total <= before }
            left = Int(Resources.total - before)
            if left == 0 { break }
        }
        return left
    #else
        body()
        return 0
    #endif
}
