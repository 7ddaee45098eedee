import CMillrace

/// An integer in an object that several threads count with: its address; mr_counter.h has the orderings.
@usableFromInline
struct AtomicCounter {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var count = mr_counter()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_counter>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_counter.self)
    }

    @inlinable
    @inline(__always)
    var value: Int64 { mr_counter_value(address) }

    /// Adds `amount` and returns the value from before. What a thread did before it added is visible to one that adds
    /// later.
    @inlinable
    @inline(__always)
    func add(_ amount: Int64) -> Int64 { mr_counter_add(address, amount) }

    /// Adds, where one thread at a time does; returns the new value.
    @inlinable
    @inline(__always)
    func advance(by amount: Int64) -> Int64 { mr_counter_advance(address, amount) }
}

/// An integer that several threads count with, as an object of its own.
final class AtomicCounterObject: @unchecked Sendable {
    // Touched through its address alone.
    @exclusivity(unchecked)
    private var storage = AtomicCounter.Storage()

    /// As `AtomicCounter.add`.
    func add(_ amount: Int64) -> Int64 {
        AtomicCounter(at: &storage).add(amount)
    }
}

/// How many dependents of a ref-counted disposable are out, and whether that was disposed: the address of a word that
/// says so; mr_reference_count.h has the protocol.
struct ReferenceCount {
    /// What an object stores.
    struct Storage {
        var word: UInt64 = 0
    }

    private let address: UnsafeMutablePointer<UInt64>

    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: UInt64.self)
    }

    /// Whether the underlying disposable has been handed out for disposal.
    var isDisposed: Bool { mr_reference_count_is_disposed(address) }

    /// Counts a dependent. False when the underlying disposable is already disposed: then there is nothing to hold.
    func retain() -> Bool { mr_reference_count_retain(address) }

    /// A dependent goes. True for the caller that must dispose the underlying disposable.
    func release() -> Bool { mr_reference_count_release(address) }

    /// Disposes the primary. True for the caller that must dispose the underlying disposable.
    func dispose() -> Bool { mr_reference_count_dispose(address) }
}

#if DEBUG || TRACE_RESOURCES
    import CMillrace

    /// A number for statistics that several threads change; it orders nothing (mr_relaxed_counter.h).
    final class RelaxedCounter: @unchecked Sendable {
        // Touched through its address alone.
        @exclusivity(unchecked)
        private var storage = mr_relaxed_counter()

        var value: Int64 {
            get { mr_relaxed_counter_value(&storage) }
            set { mr_relaxed_counter_set(&storage, newValue) }
        }

        /// Adds `amount` and returns the value from before.
        @discardableResult
        func add(_ amount: Int64) -> Int64 { mr_relaxed_counter_add(&storage, amount) }

        /// Makes it at least `value`.
        func raise(to value: Int64) { mr_relaxed_counter_raise(&storage, value) }
    }
#endif
