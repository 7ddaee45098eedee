import CMillrace

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// The queue of a sink that is being given what happened before it came: its address; mr_replay.h has the protocol.
@usableFromInline
struct ReplayQueue {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var replay = mr_replay()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_replay>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutableRawPointer) {
        address = storage.assumingMemoryBound(to: mr_replay.self)
    }

    /// Begins the replay, on a fresh object.
    ///
    /// - Parameter nests: whether the calling thread's own events do not queue.
    @inlinable
    @inline(__always)
    func begin(nests: Bool) {
        mr_replay_init(address, nests ? UnsafeRawPointer(mr_thread_current()) : nil)
    }

    /// Whether the calling thread's own events do not queue.
    @inlinable
    @inline(__always)
    var nestsHere: Bool {
        guard let thread = address.pointee.nests_on else { return false }
        return thread == UnsafeRawPointer(mr_thread_current())
    }

    /// Whether emitters deliver by themselves. The same load as `mr_replay_is_live`; in Swift for the reason that
    /// `DisposeBase.isOpen` gives.
    @inlinable
    @inline(__always)
    var isLive: Bool {
        #if canImport(Synchronization) && !canImport(Darwin)
            let word = UnsafeRawPointer(address).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .acquiring) == MR_REPLAY_LIVE
        #else
            return mr_replay_is_live(address)
        #endif
    }

    /// Adds a node; false if the sink is live by now: the node stays the caller's, who delivers by itself.
    @inlinable
    @inline(__always)
    func push(_ node: Node) -> Bool { mr_replay_push(address, node.address) }

    /// The oldest node that waits, which is the caller's now. For the owner.
    @inlinable
    @inline(__always)
    func next() -> Node? { Node(mr_replay_next(address)) }

    /// Makes the sink live, unless something waits. For the owner.
    @inlinable
    @inline(__always)
    func goLive() -> Bool { mr_replay_go_live(address) }
}
