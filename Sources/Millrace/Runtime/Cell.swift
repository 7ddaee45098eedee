import CMillrace

#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// The stop/dispose word of an object, as the C core sees it.
///
/// The word is the first stored property of `DisposeBase`, right behind the two words of every Swift object's header.
/// Going through the address, instead of through `&object.word`, keeps Swift's exclusivity rules out of what C11 atomics
/// already make safe, and lets C find the word of an object and Swift the object of a word.
@usableFromInline
typealias Cell = UnsafeMutablePointer<mr_sink>

@usableFromInline
enum ObjectLayout {
    /// Bytes of a Swift object's header: metadata pointer and reference counts.
    @inlinable
    @inline(__always)
    static var header: Int { 2 * MemoryLayout<UnsafeRawPointer>.size }
}

extension DisposeBase {
    @inlinable
    @inline(__always)
    final var cell: Cell {
        (Unmanaged.passUnretained(self).toOpaque() + ObjectLayout.header).assumingMemoryBound(to: mr_sink.self)
    }

    /// Whether events pass: neither stopped nor disposed.
    ///
    /// The same load as `mr_sink_is_open`. It is in Swift where the standard library's atomics are at hand, because the
    /// closures of `Sink.receive` are compiled as reabstraction thunks, in which Swift 6.3 inlines no C function.
    @inlinable
    @inline(__always)
    final var isOpen: Bool {
        #if canImport(Synchronization) && !canImport(Darwin)
            let word = UnsafeRawPointer(cell).assumingMemoryBound(to: Atomic<UInt>.self)
            return word.pointee.load(ordering: .relaxed) & (MR_STOPPED | MR_DISPOSED) == 0
        #else
            return mr_sink_is_open(cell)
        #endif
    }

    /// The object that a cell lives in, unretained.
    @inlinable
    @inline(__always)
    static func object(of cell: Cell) -> Unmanaged<DisposeBase> {
        Unmanaged.fromOpaque(UnsafeRawPointer(cell) - ObjectLayout.header)
    }
}

/// Releases each sink of a garbage chain after telling it that its source has let go of it.
///
/// This is where captures of disposed observers are released: on the thread that disposed, or on the one whose emission
/// was under way; never inside the C core.
@usableFromInline
func releaseGarbage(_ chain: Cell?) {
    var next = chain
    while let cell = next {
        next = mr_garbage_next(cell)
        releaseFromSource(cell)
    }
}

/// Drops the reference that a source held.
@usableFromInline
func releaseFromSource(_ cell: Cell) {
    let object = DisposeBase.object(of: cell)
    object._withUnsafeGuaranteedRef { $0.sourceReleased() }
    object.release()
}
