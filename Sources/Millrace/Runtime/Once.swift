import CMillrace

/// An object that is made when it is first needed, by whichever thread needs it first: the address of its place in another
/// object; mr_once.h has the protocol.
@usableFromInline
struct Once {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var once = mr_once()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_once>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutableRawPointer) {
        address = storage.assumingMemoryBound(to: mr_once.self)
    }

    /// What lies behind it in the object.
    @inlinable
    @inline(__always)
    var end: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address + 1) }

    @inlinable
    @inline(__always)
    var object: UnsafeMutableRawPointer? { mr_once_get(address) }

    /// The object from now on: `fresh`, or the one that another thread has published before.
    @inlinable
    @inline(__always)
    func publish(_ fresh: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { mr_once_publish(address, fresh) }
}
