import CMillrace

/// An integer in an object that several threads count with: its address; mr_count.h has the orderings.
@usableFromInline
struct Count {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var count = mr_count()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_count>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_count.self)
    }

    @inlinable
    @inline(__always)
    var value: Int64 { mr_count_value(address) }

    /// Adds `amount` and returns the value from before. What a thread did before it added is visible to one that adds
    /// later.
    @inlinable
    @inline(__always)
    func add(_ amount: Int64) -> Int64 { mr_count_add(address, amount) }

    /// Adds, where one thread at a time does; returns the new value.
    @inlinable
    @inline(__always)
    func advance(by amount: Int64) -> Int64 { mr_count_advance(address, amount) }
}
