import CMillrace

/// The number of sources that feed an operator and keep it alive: the address of the count. mr_source_count.h has the
/// protocol.
@usableFromInline
struct SourceCount {
    /// What an object stores; at first, it counts the outer source.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var sourceCount = mr_source_count(word: MR_SOURCE_COUNT_BIAS, joined: 0)

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_source_count>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_source_count.self)
    }

    /// An inner source joins on the outer source's thread, while the outer source is there. One thread at a time.
    @inlinable
    @inline(__always)
    func joinFromOuter() { mr_source_count_join_from_outer(address) }

    /// An inner source joins on a thread whose own source has not left.
    @inlinable
    @inline(__always)
    func join() { mr_source_count_join(address) }

    /// An inner source has left. True if it was the last source.
    @inlinable
    @inline(__always)
    func leave() -> Bool { mr_source_count_leave(address) }

    /// The outer source has left. True if it was the last source.
    @inlinable
    @inline(__always)
    func releaseOuter() -> Bool { mr_source_count_outer_leave(address) }
}
