import CMillrace

/// An integer that several threads count with, inside an object: the integer's address. mr_counter.h has the orderings.
@usableFromInline
package struct AtomicCounter {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var count: mr_counter

        @inlinable
        @inline(__always)
        init(_ value: Int64 = 0) {
            count = mr_counter(value: value)
        }
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

#if DEBUG || TRACE_RESOURCES
    /// A number for statistics, which several threads change and which orders nothing: counting hides no race from the
    /// thread sanitizer.
    final class RelaxedCounter: @unchecked Sendable {
        // Touched only through its address.
        @exclusivity(unchecked)
        private var storage = mr_counter()

        var value: Int64 {
            get { mr_counter_value_relaxed(&storage) }
            set { mr_counter_set_relaxed(&storage, newValue) }
        }

        /// Adds `amount` and returns the value from before.
        @discardableResult
        func add(_ amount: Int64) -> Int64 { mr_counter_add_relaxed(&storage, amount) }
    }
#endif
