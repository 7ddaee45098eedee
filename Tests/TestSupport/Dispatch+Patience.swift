import Dispatch

extension DispatchSemaphore {
    /// As `wait()`, but not for ever.
    public func waitPatiently(file: StaticString = #filePath, line: UInt = #line) {
        if wait(timeout: .now() + Patience.limit) == .timedOut { Patience.giveUp(file: file, line: line) }
    }

    /// As `wait()`, for so many seconds at most, see `FairLimit`; returns whether it was signalled.
    public func wait(seconds: Double) -> Bool {
        var limit = FairLimit(seconds: seconds)
        while wait(timeout: .now() + limit.interval) == .timedOut {
            if limit.isReached() { return false }
        }
        return true
    }
}

extension DispatchQueue {
    /// As `sync {}`, but not for ever: waits until a serial queue has run what it was given.
    public func waitPatiently(file: StaticString = #filePath, line: UInt = #line) {
        let hasPassed = Moment()
        async { hasPassed.set() }
        hasPassed.wait(file: file, line: line)
    }
}
