import CMillrace

/// A reference to an object, counted by hand: copying a `Held` retains nothing, and dropping it releases nothing.
///
/// Sinks, sources and subscriptions refer to each other in this way, so that an event touches no reference count and a
/// long chain is released without recursion. The holder keeps these rules, which nothing checks:
/// - a `Held` made with `retaining` owns one reference. The holder gives the reference up exactly once: with
///   `release()`, with `take()`, with `releaseLink(_:)`, or by handing the `Held` to somebody who does;
/// - a `Held` made with `borrowing` or from an address owns nothing by itself. The holder knows who owns the object;
/// - during `use(_:)`, somebody owns a reference.
@usableFromInline
struct Held<Object: AnyObject> {
    @usableFromInline
    let unmanaged: Unmanaged<Object>

    @inlinable
    @inline(__always)
    init(retaining object: Object) {
        unmanaged = .passRetained(object)
    }

    @inlinable
    @inline(__always)
    init(borrowing object: Object) {
        unmanaged = .passUnretained(object)
    }

    /// The object at an address that was taken from `address` before.
    @inlinable
    @inline(__always)
    init(at address: UnsafeRawPointer) {
        unmanaged = .fromOpaque(address)
    }

    @inlinable
    @inline(__always)
    var address: UnsafeMutableRawPointer { unmanaged.toOpaque() }

    /// The same object, known to be of another class.
    @inlinable
    @inline(__always)
    func cast<Other: AnyObject>(to type: Other.Type = Other.self) -> Held<Other> { Held<Other>(at: address) }

    /// Calls `body` with the object, without a retain and a release around the call.
    ///
    /// Transparent, as the function that it calls is, so that debug builds too need no stack for it: events and
    /// disposals run through one `use` for each operator of a chain.
    @_transparent
    @usableFromInline
    func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unmanaged._withUnsafeGuaranteedRef(body)
    }

    /// The object, retained by Swift as long as the caller uses it.
    @inlinable
    @inline(__always)
    var object: Object { unmanaged.takeUnretainedValue() }

    /// The object, with the reference that this `Held` owned.
    @inlinable
    @inline(__always)
    func take() -> Object { unmanaged.takeRetainedValue() }

    /// Retains the object once more.
    @inlinable
    @inline(__always)
    func retained() -> Held {
        _ = unmanaged.retain()
        return self
    }

    @inlinable
    @inline(__always)
    func release() {
        unmanaged.release()
    }
}

extension Held: Sendable where Object: Sendable {}

/// The object as an instance of the class that the caller knows it to be. Debug builds check the cast, release builds do
/// not.
@_transparent
@usableFromInline
func downcast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
    unsafeDowncast(object, to: type)
}

/// The value of an optional that the caller knows to have one. Debug builds check this, release builds do not: the check
/// would cost `combineLatest` a twentieth.
@_transparent
@usableFromInline
func known<Value>(_ value: Value?) -> Value {
    value.unsafelyUnwrapped
}

#if !MILLRACE_EXPLORE
    /// Replaces a stored value by `new` and returns the former value, for `releaseValue(_:)`.
    ///
    /// Releasing a value may run a user's code, in a `deinit`, and that code may access the same variable. An assignment is
    /// not safe then. Unspecialized code destroys the former value before it stores the new value, and in specialized code
    /// the optimizer may move the release above the store. In the meantime the variable holds a dying object, which is
    /// delivered and released once more. If accesses to the property are checked, the program stops instead, since the
    /// release is part of the assignment. So a stored value is replaced or dropped like this:
    ///
    ///     releaseValue(exchange(&waiting, for: element))
    ///
    /// If the former value's `deinit` relies on other changes, the caller makes these changes between the two calls. Values
    /// are moved here, not copied: of a copy and the original, the optimizer chooses which it releases, and where.
    @inlinable
    @inline(__always)
    package func exchange<Value>(_ variable: inout Value, for new: Value) -> Value {
        var exchanged = new
        swap(&variable, &exchanged)
        return exchanged
    }
#else
    /// With a step between its two halves: two threads that nothing keeps apart then both take the value.
    @inlinable
    package func exchange<Value>(
        _ variable: inout Value,
        for new: Value,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Value {
        withUnsafeMutablePointer(to: &variable) { variable in
            let former = variable.move()
            file.utf8Start.withMemoryRebound(to: CChar.self, capacity: file.utf8CodeUnitCount) {
                mr_explore_yield(variable, $0, Int32(clamping: line))
            }
            variable.initialize(to: new)
            return former
        }
    }
#endif

/// Releases a value that was taken out of its variable: here and not earlier, so outside of every access and every lock
/// that the caller has left.
///
/// A call to an unknown function, such as the fence, does not hold the release back: the compiler may still release the
/// value right after its last use. `withExtendedLifetime` is a use, and the fence keeps later compiler passes from
/// moving the release across it. Neither costs an instruction. A comparison of optimized code showed that without the
/// use, the release of an element comes before the store.
///
/// If more code follows in a variable's scope, call `releaseValue(consume former)`: unoptimized code would otherwise
/// keep the variable until the end of its scope.
@inlinable
@inline(__always)
package func releaseValue<Value>(_ former: Value) {
    if _isPOD(Value.self) { return }
    mr_reference_counts_stay()
    withExtendedLifetime(former) {}
}

/// Releases a link of a chain without recursing as deep as the chain is long.
///
/// A `deinit` calls this instead of the release that Swift would do for a stored property. So chains of a million
/// operators are released on a small stack.
@usableFromInline
func releaseLink(_ link: UnsafeMutableRawPointer) {
    if mr_release_enter(link) {
        Held<AnyObject>(at: link).release()
        mr_release_leave { Held<AnyObject>(at: $0).release() }
    }
}

@inlinable
@inline(__always)
func releaseLink<Object: AnyObject>(_ link: Held<Object>) {
    releaseLink(link.address)
}

/// Tells the thread sanitizer, and the processor where needed, what reference counts order between threads.
@usableFromInline
enum UniqueOwner {
    /// Called before the caller releases an object that another thread may use again.
    @inlinable
    @inline(__always)
    static func willRelease<Object: AnyObject>(_ object: Object) {
        mr_before_release(Held(borrowing: object).address)
    }

    /// Called when the caller has found that it is the only owner: it then sees what the other owners did before they
    /// released their references.
    @inlinable
    @inline(__always)
    static func found<Object: AnyObject>(_ object: Object) {
        mr_only_owner(Held(borrowing: object).address)
    }

    /// Whether the caller owns the object's only strong reference. Weak and unowned references do not count.
    static func isOnlyReference<Object: AnyObject>(_ owned: Held<Object>) -> Bool {
        // The reference moves into the variable and back: a copy would count as a second one.
        var object = owned.take()
        let isOnly = isKnownUniquelyReferenced(&object)
        if isOnly { found(object) }
        _ = Held(retaining: object)
        return isOnly
    }
}
