import CMillrace

/// The queue behind `CurrentThreadScheduler`, and behind every subscription to a `Producer`: work that is scheduled
/// while a thread runs one waits until the outermost work has returned.
@usableFromInline
package enum Trampoline {
    @usableFromInline
    static func push(_ work: ScheduledWork) {
        let object = Unmanaged.passRetained(work).toOpaque()
        mr_trampoline_push((object + linkOffset).assumingMemoryBound(to: mr_work.self))
    }

    /// Runs what is queued on this thread until nothing is left, then stops the trampoline.
    @inlinable
    static func finish() {
        if !mr_trampoline_is_empty() { drain() }
        mr_trampoline_stop()
    }

    @usableFromInline
    static func drain() {
        while let link = mr_trampoline_pop() {
            let work = Unmanaged<ScheduledWork>.fromOpaque(UnsafeMutableRawPointer(link) - linkOffset)
                .takeRetainedValue()
            if !work.isDisposed { work.run() }
        }
    }

    /// Runs `body` as if the thread ran no trampoline: what it schedules runs in it. What the thread has queued so far
    /// waits as before.
    package static func apart<Result>(_ body: () throws -> Result) rethrows -> Result {
        let suspended = mr_trampoline_suspend()
        defer { mr_trampoline_resume(suspended) }
        return try body()
    }

    private static var linkOffset: Int { ObjectLayout.header + MemoryLayout<mr_sink>.size }
}
