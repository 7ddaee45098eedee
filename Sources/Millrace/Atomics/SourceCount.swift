import CMillrace

/// What keeps an operator with several sources alive: the address of a count of them; mr_feeders.h has the protocol.
@usableFromInline
struct Feeders {
    /// What an object stores: at first, the outer source is there.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var feeders = mr_feeders(word: MR_FEEDERS_BIAS, joined: 0)

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_feeders>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_feeders.self)
    }

    /// An inner source joins, on the outer source's thread, while that is there.
    @inlinable
    @inline(__always)
    func joinFromOuter() { mr_feeders_join_from_outer(address) }

    /// An inner source joins, on a thread whose own source is there.
    @inlinable
    @inline(__always)
    func join() { mr_feeders_join(address) }

    /// An inner source has left. True for the last of all.
    @inlinable
    @inline(__always)
    func leave() -> Bool { mr_feeders_leave(address) }

    /// The outer source has left. True for the last of all.
    @inlinable
    @inline(__always)
    func leaveAsOuter() -> Bool { mr_feeders_outer_leave(address) }
}
