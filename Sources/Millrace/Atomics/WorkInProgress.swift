import CMillrace

/// Whether somebody is at a queue that many threads fill and one at a time empties: the address of a word that says so;
/// mr_wip.h has the protocol.
@usableFromInline
struct WorkInProgress {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var wake = mr_wip()

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

    /// Something has been added; true for the caller that must start a consumer.
    @inlinable
    @inline(__always)
    func signal() -> Bool { mr_wip_signal(address) }

    /// The consumer has found the queue empty and stops; false if it must look again, since something came meanwhile.
    @inlinable
    @inline(__always)
    func rest() -> Bool { mr_wip_rest(address) }
}
