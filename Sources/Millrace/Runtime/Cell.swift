import CMillrace

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// The stop/dispose word of an object, as the C core sees it: its address; mr_sink.h has the protocol.
///
/// The word is the first stored property of `DisposeBase`, right behind the two words of every Swift object's header.
/// Going through the address, instead of through `&object.word`, keeps Swift's exclusivity rules out of what C11 atomics
/// already make safe, and lets C find the word of an object and Swift the object of a word.
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

    @inlinable
    @inline(__always)
    init(_ address: UnsafeMutablePointer<mr_sink>) {
        self.address = address
    }

    /// A word that lives outside of an object.
    @inlinable
    @inline(__always)
    init(at storage: UnsafeMutablePointer<Storage>) {
        address = UnsafeMutableRawPointer(storage).assumingMemoryBound(to: mr_sink.self)
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

extension DisposeBase {
    @inlinable
    @inline(__always)
    final var cell: Cell {
        Cell((Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header).assumingMemoryBound(to: mr_sink.self))
    }

    /// Where the first stored property of a direct subclass lies, for state that the C core works on.
    @inlinable
    @inline(__always)
    final var storageBehindCell: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.disposeBase
    }

    /// Whether events pass: neither stopped nor disposed.
    ///
    /// The same load as `mr_sink_is_open`. It is in Swift where the standard library's atomics are at hand, because the
    /// closures of `Sink.receive` are compiled as reabstraction thunks, in which Swift 6.3 inlines no C function.
    @inlinable
    @inline(__always)
    final var isOpen: Bool {
        #if canImport(Synchronization) && !canImport(Darwin)
            let word = UnsafeRawPointer(cell.address).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .relaxed) & (MR_STOPPED | MR_DISPOSED) == 0
        #else
            return mr_sink_is_open(cell.address)
        #endif
    }

    /// The object that a cell lives in, unretained.
    @inlinable
    @inline(__always)
    static func object(of cell: Cell) -> Unmanaged<DisposeBase> {
        Unmanaged.fromOpaque(UnsafeRawPointer(cell.address) - ObjectLayout.header)
    }
}
