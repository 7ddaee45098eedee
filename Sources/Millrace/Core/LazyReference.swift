import CMillrace

/// An object that is made when it is first needed, by the thread that needs it first: the address of its place in
/// another object. mr_lazy.h has the protocol.
@usableFromInline
struct LazyReference {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var word = mr_lazy()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_lazy>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_lazy.self)
    }

    @inlinable
    @inline(__always)
    var object: UnsafeMutableRawPointer? { mr_lazy_get(address) }

    /// Publishes `fresh`, unless another thread was first. Returns the object that is published.
    @inlinable
    @inline(__always)
    func publish(_ fresh: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { mr_lazy_publish(address, fresh) }
}
