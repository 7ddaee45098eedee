import CMillrace

/// Identifies a thread. After a thread has ended, a later thread may have the same identity.
struct ThreadIdentity: Equatable {
    private let address: UInt

    /// The identity of the calling thread.
    static var current: ThreadIdentity { ThreadIdentity(address: UInt(mr_gate_self())) }
}

/// Whether the caller runs on the process's main thread.
var isMainThread: Bool { mr_is_main_thread() }

/// Whether the caller runs on `actor`; true if the runtime has no function that tells.
func isCurrent(_ actor: any Actor) -> Bool {
    // An executor is a reference and what implements it.
    let executor = unsafeBitCast(actor.unownedExecutor, to: (identity: UInt, implementation: UInt).self)
    return mr_is_on_executor(executor.identity, executor.implementation)
}

/// Whether the calling thread has used up nearly all of its stack.
var isStackNearlyUsedUp: Bool { mr_stack_is_nearly_used_up() }

/// Waits for another thread that is done in a few instructions unless it was preempted.
@usableFromInline
struct SpinWait {
    @usableFromInline
    var turns: UInt32 = 0

    @inlinable
    @inline(__always)
    init() {}

    /// Waits a moment; after some turns, the caller sleeps (`mr_wait`).
    @inlinable
    @inline(__always)
    mutating func wait() { mr_wait(&turns) }

    /// Tells the processor that the caller is waiting.
    @inlinable
    @inline(__always)
    static func relax() { mr_cpu_relax() }

    /// How many turns a thread takes that waits a moment for what may not come. Where threads are explored, one: a turn
    /// there lets the others go on for as long as they can.
    @inlinable
    @inline(__always)
    static func moment(_ turns: Int) -> Int {
        #if MILLRACE_EXPLORE
            return 1
        #else
            return turns
        #endif
    }

    /// Lets other threads run that wait for this processor.
    static func yield() { mr_yield() }
}

/// Fetches the first two cache lines of an object that will be needed soon.
@inlinable
@inline(__always)
func prefetch<Object>(_ object: Held<Object>) {
    mr_prefetch(object.address)
}
