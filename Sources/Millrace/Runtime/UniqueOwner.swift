import CMillrace

/// What reference counts order, said to the thread sanitizer, which cannot see it.
@usableFromInline
enum UniqueOwner {
    /// Before the caller releases an object that another thread may use again.
    @inlinable
    @inline(__always)
    static func willRelease<Object: AnyObject>(_ object: Object) {
        mr_before_release(Unmanaged.passUnretained(object).toOpaque())
    }

    /// When the caller has found itself the only owner.
    @inlinable
    @inline(__always)
    static func found<Object: AnyObject>(_ object: Object) {
        mr_only_owner(Unmanaged.passUnretained(object).toOpaque())
    }

    /// Whether the caller, who has a reference to the object, has the only one; false where the runtime's counts cannot
    /// be read.
    static func isOnlyReference(_ object: UnsafeMutableRawPointer) -> Bool {
        guard mr_is_only_reference(object) else { return false }
        mr_only_owner(object)
        return true
    }
}
