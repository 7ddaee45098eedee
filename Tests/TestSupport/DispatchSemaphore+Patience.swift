import Dispatch

extension DispatchSemaphore {
    /// As `wait()`, but not for ever.
    public func waitPatiently(file: StaticString = #filePath, line: UInt = #line) {
        if wait(timeout: .now() + Patience.limit) == .timedOut { Patience.giveUp(file: file, line: line) }
    }
}
