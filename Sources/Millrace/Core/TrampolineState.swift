import CMillrace

/// The state of the calling thread's trampoline; mr_trampoline.h explains it.
@usableFromInline
enum TrampolineState {
    @inlinable
    @inline(__always)
    static var isRunning: Bool { mr_trampoline_is_running() }

    /// True if the caller has started the trampoline; it then empties the queue and stops the trampoline.
    @inlinable
    @inline(__always)
    static func start() -> Bool { mr_trampoline_start() }

    @inlinable
    @inline(__always)
    static func stop() { mr_trampoline_stop() }

    /// Called by an operator before it subscribes again from inside an event; afterwards the operator calls `ascend()`.
    @inlinable
    @inline(__always)
    static func descend() { mr_trampoline_descend() }

    @inlinable
    @inline(__always)
    static func ascend() { mr_trampoline_ascend() }

    /// Whether the next subscription should be queued: many nest, and the running trampoline empties the queue.
    @inlinable
    @inline(__always)
    static var isDeep: Bool { mr_trampoline_is_deep() }

    @inlinable
    @inline(__always)
    static var isEmpty: Bool { mr_trampoline_is_empty() }

    @inlinable
    @inline(__always)
    static func push(_ link: Link) { mr_trampoline_push(link.address) }

    @inlinable
    @inline(__always)
    static func pop() -> Link? { Link(mr_trampoline_pop()) }

    /// Suspends the thread's trampoline, so that a new trampoline may start.
    static func suspend() -> Suspended { Suspended(state: mr_trampoline_suspend()) }

    /// A suspended trampoline, to be resumed on the same thread.
    struct Suspended {
        fileprivate let state: mr_trampoline

        func resume() { mr_trampoline_resume(state) }
    }
}

extension TrampolineState {
    /// The link of work that waits in a trampoline: its address, behind the lifecycle word of an object.
    @usableFromInline
    struct Link {
        /// What an object stores.
        @usableFromInline
        struct Storage {
            @usableFromInline
            var work = mr_work()

            @inlinable
            @inline(__always)
            init() {}
        }

        @usableFromInline
        let address: UnsafeMutablePointer<mr_work>

        @inlinable
        @inline(__always)
        init(of object: UnsafeMutableRawPointer) {
            address = Lifecycle(of: object).end.assumingMemoryBound(to: mr_work.self)
        }

        @inlinable
        @inline(__always)
        init?(_ address: UnsafeMutablePointer<mr_work>?) {
            guard let address else { return nil }
            self.address = address
        }

        /// The object that the link lies in.
        @inlinable
        @inline(__always)
        var object: UnsafeRawPointer { Lifecycle(endingAt: UnsafeMutableRawPointer(address)).object }
    }
}
