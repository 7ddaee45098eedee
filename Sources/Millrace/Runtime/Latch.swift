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
    init(at storage: UnsafeMutableRawPointer) {
        address = storage.assumingMemoryBound(to: mr_latch.self)
    }

    @inlinable
    @inline(__always)
    func enter() { mr_latch_enter(address) }

    @inlinable
    @inline(__always)
    func leave() { mr_latch_leave(address) }
}

extension Observable {
    /// The latch of a subject with memory, whose class stores it right behind its `SubjectState.Storage`.
    @inlinable
    @inline(__always)
    final var latch: Latch {
        let list = Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header
        return Latch(at: list + MemoryLayout<SubjectState.Storage>.size)
    }
}
