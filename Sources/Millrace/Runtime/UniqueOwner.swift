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
}
