import CMillrace

/// Waits for another thread that is a few instructions from being done, unless it was preempted.
@usableFromInline
struct SpinWait {
    @usableFromInline
    var turns: UInt32 = 0

    @inlinable
    @inline(__always)
    init() {}

    /// Waits a moment; after some turns, yields the time slice.
    @inlinable
    @inline(__always)
    mutating func wait() { mr_wait(&turns) }

    /// Tells the processor that the caller is waiting.
    @inlinable
    @inline(__always)
    static func relax() { mr_cpu_relax() }
}
