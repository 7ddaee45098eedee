import CMillrace

extension Unmanaged {
    /// Adds a reference, without an atomic operation, to an object that the calling thread has made and that no other
    /// thread can find; mr_reference.h has the details.
    @inlinable
    @inline(__always)
    func retainPrivately() {
        mr_retain_private(toOpaque())
    }
}
