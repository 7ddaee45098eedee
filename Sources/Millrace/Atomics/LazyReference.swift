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
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_once.self)
    }

    @inlinable
    @inline(__always)
    var object: UnsafeMutableRawPointer? { mr_once_get(address) }

    /// The object from now on: `fresh`, or the one that another thread has published before.
    @inlinable
    @inline(__always)
    func publish(_ fresh: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { mr_once_publish(address, fresh) }
}
