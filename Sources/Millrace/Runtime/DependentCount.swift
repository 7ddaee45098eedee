import CMillrace

/// How many dependents of a ref-counted disposable are out, and whether that was disposed: the address of a word that
/// says so; mr_refcount.h has the protocol.
struct DependentCount {
    /// What an object stores.
    struct Storage {
        var word: UInt64 = 0
    }

    private let address: UnsafeMutablePointer<UInt64>

    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: UInt64.self)
    }

    /// Whether the underlying disposable has been handed out for disposal.
    var isDisposed: Bool { mr_refcount_is_disposed(address) }

    /// Counts a dependent. False when the underlying disposable is already disposed: then there is nothing to hold.
    func retain() -> Bool { mr_refcount_retain(address) }

    /// A dependent goes. True for the caller that must dispose the underlying disposable.
    func release() -> Bool { mr_refcount_release(address) }

    /// Disposes the primary. True for the caller that must dispose the underlying disposable.
    func dispose() -> Bool { mr_refcount_dispose(address) }
}
