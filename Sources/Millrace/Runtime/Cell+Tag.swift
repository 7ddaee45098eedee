import CMillrace

/// The marks of an object, beside its word: bits of the C core's, and below them some of the owner's own.
extension Cell {
    /// Written before the object is known to anybody else.
    @inlinable
    @inline(__always)
    var tag: UInt32 {
        get { address.pointee.tag }
        nonmutating set { address.pointee.tag = newValue }
    }

    /// In the tag: the object has nothing of its own to do when it is disposed but to dispose its upstream.
    @inlinable
    @inline(__always)
    static var plain: UInt32 { MR_PLAIN }

    /// In the tag: emitters may call what the object is the end of, once they have looked at its word.
    @inlinable
    @inline(__always)
    static var direct: UInt32 { MR_DIRECT }

    /// The bits of the tag that are the owner's.
    @inlinable
    @inline(__always)
    static var ownTagBits: UInt32 { MR_TAG_BITS }

    @inlinable
    @inline(__always)
    var isPlain: Bool { mr_sink_is_plain(address) }

    @inlinable
    @inline(__always)
    var isDirect: Bool { mr_sink_is_direct(address) }
}
