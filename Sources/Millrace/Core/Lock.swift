import CMillrace

/// The lock of an object: the lock's address. mr_lock.h says what may happen under it.
@usableFromInline
struct Lock {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var lock = mr_lock()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_lock>

    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_lock.self)
    }

    @inlinable
    @inline(__always)
    func acquire() { mr_lock_acquire(address) }

    @inlinable
    @inline(__always)
    func release() { mr_lock_release(address) }
}

/// Plain state that several threads share: each access is a few instructions under a lock, or a search of a list.
///
/// `body` returns what it takes out of the state, so that it is released after the lock is left. `body` must not call
/// anything that could run code of a user.
@usableFromInline
package final class Locked<State>: @unchecked Sendable {
    // Touched only through its address.
    @usableFromInline
    @exclusivity(unchecked)
    var storage = Lock.Storage()

    @usableFromInline
    @exclusivity(unchecked)
    var state: State

    @inlinable
    package init(_ state: State) {
        self.state = state
    }

    @inlinable
    package func access<Result>(_ body: (inout State) -> Result) -> Result {
        let lock = Lock(at: &storage)
        lock.acquire()
        defer { lock.release() }
        return body(&state)
    }
}
