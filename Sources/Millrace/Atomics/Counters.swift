import CMillrace

/// An integer that several threads count with, inside an object: the integer's address. mr_counter.h has the orderings.
@usableFromInline
package struct AtomicCounter {
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

    /// Adds `amount` and returns the value from before. What a thread did before it added is visible to threads that
    /// add later.
    @inlinable
    @inline(__always)
    func add(_ amount: Int64) -> Int64 { mr_counter_add(address, amount) }

    /// Adds `amount` and returns the new value. One thread at a time may call it.
    @inlinable
    @inline(__always)
    func advance(by amount: Int64) -> Int64 { mr_counter_advance(address, amount) }
}

extension AtomicCounter {
    /// An integer that several threads count with, as an object of its own.
    @usableFromInline
    package final class Object: @unchecked Sendable {
        // Touched only through its address.
        @usableFromInline
        @exclusivity(unchecked)
        var storage = AtomicCounter.Storage()

        @inlinable
        package init() {}

        @inlinable
        package var value: Int64 { AtomicCounter(at: &storage).value }

        /// As `AtomicCounter.add`.
        @inlinable
        package func add(_ amount: Int64) -> Int64 {
            AtomicCounter(at: &storage).add(amount)
        }

        /// As `AtomicCounter.advance`.
        @inlinable
        package func advance(by amount: Int64) -> Int64 {
            AtomicCounter(at: &storage).advance(by: amount)
        }
    }
}

/// How many dependents a ref-counted disposable has, and whether the disposable itself was disposed: the address of the
/// word that says so. mr_reference_count.h has the protocol.
struct ReferenceCount {
    /// What an object stores.
    struct Storage {
        var word: UInt64 = 0
    }

    private let address: UnsafeMutablePointer<UInt64>

    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: UInt64.self)
    }

    /// Whether a caller has been told to dispose the underlying disposable.
    var isDisposed: Bool { mr_reference_count_is_disposed(address) }

    /// Counts a dependent. False if the underlying disposable is already disposed: then nothing is counted.
    func retain() -> Bool { mr_reference_count_retain(address) }

    /// Counts a dependent off. True for the caller that must dispose the underlying disposable.
    func release() -> Bool { mr_reference_count_release(address) }

    /// Marks the ref-counted disposable itself as disposed. True for the caller that must dispose the underlying
    /// disposable.
    func dispose() -> Bool { mr_reference_count_dispose(address) }
}

#if DEBUG || TRACE_RESOURCES
    import CMillrace

    /// A number for statistics, which several threads change and which orders nothing (mr_relaxed_counter.h).
    final class RelaxedCounter: @unchecked Sendable {
        // Touched only through its address.
        @exclusivity(unchecked)
        private var storage = mr_relaxed_counter()

        var value: Int64 {
            get { mr_relaxed_counter_value(&storage) }
            set { mr_relaxed_counter_set(&storage, newValue) }
        }

        /// Adds `amount` and returns the value from before.
        @discardableResult
        func add(_ amount: Int64) -> Int64 { mr_relaxed_counter_add(&storage, amount) }

        /// Raises the number to `value`, unless it is at least as large already.
        func raise(to value: Int64) { mr_relaxed_counter_raise(&storage, value) }
    }
#endif

/// The number of sources that feed an operator and keep it alive: the address of the count. mr_source_count.h has the
/// protocol.
@usableFromInline
struct SourceCount {
    /// What an object stores; at first, it counts the outer source.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var sourceCount = mr_source_count(word: MR_SOURCE_COUNT_BIAS, joined: 0)

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_source_count>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_source_count.self)
    }

    /// An inner source joins on the outer source's thread, while the outer source is there. One thread at a time.
    @inlinable
    @inline(__always)
    func joinFromOuter() { mr_source_count_join_from_outer(address) }

    /// An inner source joins on a thread whose own source has not left.
    @inlinable
    @inline(__always)
    func join() { mr_source_count_join(address) }

    /// An inner source has left. True if it was the last source.
    @inlinable
    @inline(__always)
    func leave() -> Bool { mr_source_count_leave(address) }

    /// The outer source has left. True if it was the last source.
    @inlinable
    @inline(__always)
    func releaseOuter() -> Bool { mr_source_count_outer_leave(address) }
}

/// Which of several successive sources is the latest: the address of the word that says so. mr_latest.h has the
/// protocol.
@usableFromInline
struct LatestSource {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var latest = mr_latest()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_latest>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_latest.self)
    }

    /// Returns the number of a new source, which is the latest from now on. One caller at a time.
    @inlinable
    @inline(__always)
    func next() -> UInt64 { mr_latest_next(address) }

    @inlinable
    @inline(__always)
    func isLatest(_ number: UInt64) -> Bool { mr_latest_is_latest(address, number) }

    /// Called when the source with this number has ended. True if it was the latest and no other source will come.
    @inlinable
    @inline(__always)
    func ended(_ number: UInt64) -> Bool { mr_latest_ended(address, number) }

    /// Called once, when no other source will come. True if the latest source has ended, or there was none.
    @inlinable
    @inline(__always)
    func outerEnded() -> Bool { mr_latest_outer_ended(address) }
}
