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
