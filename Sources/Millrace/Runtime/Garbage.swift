import CMillrace

// A chain of disposed objects, linked through their words, that is its holder's alone.
extension Cell {
    /// The object after this one.
    var nextInGarbage: Cell? { Cell(mr_garbage_next(address)) }

    /// Puts this object in front of a chain.
    func pushGarbage(before chain: Cell?) {
        mr_garbage_push(address, chain?.address)
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
        next = cell.nextInGarbage
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
