import CMillrace

/// The latch of an object: its address; mr_latch.h says what may happen under it.
@usableFromInline
struct Latch {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var latch = mr_latch()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_latch>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_latch.self)
    }

    @inlinable
    @inline(__always)
    func enter() { mr_latch_enter(address) }

    @inlinable
    @inline(__always)
    func leave() { mr_latch_leave(address) }
}
