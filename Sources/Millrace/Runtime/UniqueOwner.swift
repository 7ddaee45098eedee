import CMillrace

/// What reference counts order between threads.
@usableFromInline
enum UniqueOwner {
    /// Before the caller releases an object that another thread may use again.
    @inlinable
    @inline(__always)
    static func willRelease<Object: AnyObject>(_ object: Object) {
        mr_before_release(Unmanaged.passUnretained(object).toOpaque())
    }

    /// When the caller has found itself the only owner: it sees what the other owners did before they released theirs.
    @inlinable
    @inline(__always)
    static func found<Object: AnyObject>(_ object: Object) {
        mr_only_owner(Unmanaged.passUnretained(object).toOpaque())
    }

    /// Whether the reference that the caller owns is the object's only strong one. Weak and unowned references do not
    /// count.
    static func isOnlyReference<Object: AnyObject>(_ owned: Unmanaged<Object>) -> Bool {
        // The reference moves into the variable and back: a copy would count as a second one.
        var object = owned.takeRetainedValue()
        let isOnly = isKnownUniquelyReferenced(&object)
        if isOnly { found(object) }
        _ = Unmanaged.passRetained(object)
        return isOnly
    }
}
