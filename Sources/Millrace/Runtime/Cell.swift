import CMillrace

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// The stop/dispose word of an object, as the C core sees it: its address; mr_sink.h has the protocol.
///
/// Every access goes through the address: C11 atomics already make it safe, so Swift need not check it for exclusivity.
@usableFromInline
struct Cell {
    /// What an object stores.
    @usableFromInline
    struct Storage {
        @usableFromInline
        var sink = mr_sink()

        @inlinable
        @inline(__always)
        init() {}
    }

    @usableFromInline
    let address: UnsafeMutablePointer<mr_sink>

    /// A word that lies outside of an object.
    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_sink.self)
    }

    @inlinable
    @inline(__always)
    init(_ address: UnsafeMutablePointer<mr_sink>) {
        self.address = address
    }

    @inlinable
    @inline(__always)
    init?(_ address: UnsafeMutablePointer<mr_sink>?) {
        guard let address else { return nil }
        self.address = address
    }

    @inlinable
    @inline(__always)
    var isDisposed: Bool { mr_sink_is_disposed(address) }

    /// The same, for whoever has published something that a disposer then looks for.
    @inlinable
    @inline(__always)
    var isDisposedAfterPublishing: Bool { mr_sink_is_disposed_after(address) }

    /// Whether events pass: neither stopped nor disposed.
    ///
    /// The same load as `mr_sink_is_open`. It is in Swift where the standard library's atomics are at hand, because the
    /// closures of `Sink.receive` are compiled as reabstraction thunks, in which Swift 6.3 inlines no C function.
    @inlinable
    @inline(__always)
    var isOpen: Bool {
        #if canImport(Synchronization) && !canImport(Darwin)
            let word = UnsafeRawPointer(address).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .relaxed) & (MR_STOPPED | MR_DISPOSED) == 0
        #else
            return mr_sink_is_open(address)
        #endif
    }

    /// True for the first terminal event of an object that is not disposed.
    @inlinable
    @inline(__always)
    func stop() -> Bool { mr_sink_stop(address) }

    /// True for the first caller: who runs, or who drops, what the object holds.
    @inlinable
    @inline(__always)
    func claim() -> Bool { mr_sink_claim(address) }

    @inlinable
    @inline(__always)
    var isClaimed: Bool { mr_sink_is_claimed(address) }
}

// Between an object, its word, and a link behind the word. This is arithmetic, because C keeps the addresses, and the
// objects are found from them. An object is the optimizer's to put on the stack if nothing but the address of one of its
// properties leaves the function; here the reference itself does.
//
// It depends on two places: the word is the first stored property of `DisposeBase`, behind the header that every Swift
// object begins with (metadata and reference counts), and `ScheduledWork` and the slots of `CompositeDisposable`, which
// derive from it, store their links first. `StoredPropertyTests` fails if either changes. This can be deleted if C keeps
// an object's address beside each word and link, at eight bytes each.
extension Cell {
    @inlinable
    @inline(__always)
    static var headerSize: Int { 2 * MemoryLayout<UnsafeRawPointer>.size }

    /// The word of an object that derives from `DisposeBase`.
    @inlinable
    @inline(__always)
    init(of object: UnsafeMutableRawPointer) {
        address = (object + Cell.headerSize).assumingMemoryBound(to: mr_sink.self)
    }

    /// The word in front of a link.
    @inlinable
    @inline(__always)
    init(endingAt link: UnsafeMutableRawPointer) {
        address = link.assumingMemoryBound(to: mr_sink.self) - 1
    }

    /// The object that the word lies in.
    @inlinable
    @inline(__always)
    var object: UnsafeRawPointer { UnsafeRawPointer(address) - Cell.headerSize }

    /// Where a link lies, if the object has one.
    @inlinable
    @inline(__always)
    var end: UnsafeMutableRawPointer { UnsafeMutableRawPointer(address + 1) }
}
