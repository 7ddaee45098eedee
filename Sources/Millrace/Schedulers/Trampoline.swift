/// The queue behind `CurrentThreadScheduler`, and behind every subscription to a `Producer`: work that is scheduled
/// while a thread runs one waits until the outermost work has returned.
@usableFromInline
package enum Trampoline {
    @usableFromInline
    static func push(_ work: ScheduledWork) {
        TrampolineState.push(TrampolineLink(of: Unmanaged.passRetained(work).toOpaque()))
    }

    /// Runs what is queued on this thread until nothing is left, then stops the trampoline.
    @inlinable
    static func finish() {
        if !TrampolineState.isEmpty { drain() }
        TrampolineState.stop()
    }

    @usableFromInline
    static func drain() {
        while let link = TrampolineState.pop() {
            let work = Unmanaged<ScheduledWork>.fromOpaque(link.object).takeRetainedValue()
            if !work.isDisposed { work.run() }
        }
    }

    /// Runs `body` as if the thread ran no trampoline: what it schedules runs in it. What the thread has queued so far
    /// waits as before.
    package static func apart<Result>(_ body: () throws -> Result) rethrows -> Result {
        let suspended = TrampolineState.suspend()
        defer { suspended.resume() }
        return try body()
    }
}
