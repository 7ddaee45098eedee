import CMillrace

// Objects that one thread puts into a group, and that another may take out at once; mr_sink.h, under groups.
extension Cell {
    /// After the key has been stored. True: take the object out again.
    @inlinable
    @inline(__always)
    func joinGroup() -> Bool { mr_sink_join_group(address) }

    /// After the caller has disposed the object. True: take it out.
    @inlinable
    @inline(__always)
    func leaveGroup() -> Bool { mr_sink_leave_group(address) }

    /// The source is gone. True: take the object out.
    @inlinable
    @inline(__always)
    func abandonGroup() -> Bool { mr_sink_abandon_group(address) }

    /// Whether the object has been disposed, or its source is gone.
    @inlinable
    @inline(__always)
    var hasEnded: Bool { mr_sink_has_ended(address) }
}
