import CMillrace

/// Puts `new` in the place of a stored value. The former one comes back, for `releaseValue(_:)`.
///
/// Releasing a value may run anybody's code, in a `deinit`, and that may come back to the place. An assignment is not
/// safe then: unspecialized code destroys the former value first, and in specialized code the optimizer may move the
/// release above the store; the place holds a dying object meanwhile, which is delivered and released once more. A
/// property whose accesses are checked stops the program instead, since the release is part of the assignment. So, where
/// a stored value is replaced or dropped:
///
///     releaseValue(exchange(&waiting, for: element))
///
/// What is to be seen before the former value's `deinit` is done between the two. Values are moved and not copied here:
/// of a copy and the original, the optimizer chooses which one it releases, and where.
@inlinable
@inline(__always)
func exchange<Value>(_ place: inout Value, for new: Value) -> Value {
    var exchanged = new
    swap(&place, &exchanged)
    return exchanged
}

/// Releases a value that was taken out of its place: not earlier, so outside of every access, lock and lock that the
/// caller has left.
///
/// A call to something unknown, such as the fence, does not hold a release back: that may still follow the value's last
/// use. `withExtendedLifetime` is a use, and the fence keeps the passes that come later from passing it. Neither is an
/// instruction. Optimized code was compared: without the use, the release of an element came before the store.
///
/// A variable is handed over by `releaseValue(consume former)` where more follows in its scope: code that is not optimized
/// would keep it until the end of that.
@inlinable
@inline(__always)
func releaseValue<Value>(_ former: Value) {
    if _isPOD(Value.self) { return }
    mr_reference_counts_stay()
    withExtendedLifetime(former) {}
}

/// Releases a link of a chain without recursing as deep as the chain is long.
///
/// Called from a `deinit` in place of the release that Swift would do for a stored property: chains of a million
/// operators are then released on a small stack.
@usableFromInline
func releaseLink(_ link: UnsafeMutableRawPointer) {
    if mr_release_enter(link) {
        Unmanaged<AnyObject>.fromOpaque(link).release()
        mr_release_leave { Unmanaged<AnyObject>.fromOpaque($0).release() }
    }
}

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
