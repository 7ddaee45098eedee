import CMillrace

/// Whether a consumer drains a queue that many threads fill and one thread at a time empties: the address of the word
/// that says so. mr_wip.h has the protocol.
@usableFromInline
struct WorkInProgress {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var word = mr_wip()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_wip>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_wip.self)
    }

    /// Called after something has been added. True if the caller must start a consumer.
    @inlinable
    @inline(__always)
    func signal() -> Bool { mr_wip_signal(address) }

    /// Called by a consumer that has found the queue empty. True: it stops. False: it looks again, since something may
    /// have been added in the meantime.
    @inlinable
    @inline(__always)
    func rest() -> Bool { mr_wip_rest(address) }
}
